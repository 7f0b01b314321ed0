// Aiming with a finger at a board whose points are smaller than it.
//
// The first touch shows the point under a lens, with lines to its coordinates; dragging moves it. A
// second tap on the same point, or the button that names it, plays. Nothing is played by accident: a
// tap beside the point only moves the aim.

import { el, svg } from "./dom.js";
import { CELL, EDGE, place, SIZE } from "./lattice.js";
import { t } from "./texts.js";

const ZOOM = 2.3;
const LENS = 132; // radius
const AWAY = 190; // from the finger to the middle of the lens

export class Aim {
  held = false; // a finger is down
  #act;
  #at = null;
  #before = null; // where the aim was when the finger came down
  #across = svg("path", { class: "hair" });
  #lens = svg("g", { class: "lens" });
  #inside = svg("g");
  #label = svg("text", { class: "label", y: LENS - 22 });
  #place = el("button", { type: "button", class: "button primary place" });
  element;
  clip;
  bar;

  /**
   * @param scene id of what is seen through the lens
   * @param {Record<string, any>} act {place(name), may(name), moved(name or null)}
   */
  constructor(scene, id, act) {
    this.#act = act;
    this.clip = svg("clipPath", { id: `${id}lens` }, svg("circle", { r: LENS }));
    this.#inside.append(
      svg("use", { href: `#${scene}` }),
      svg("circle", { class: "target", r: CELL / 2 }),
    );
    this.#lens.append(
      svg("circle", { class: "glass", r: LENS }),
      svg("g", { "clip-path": `url(#${id}lens)` }, this.#inside),
      svg("circle", { class: "rim", r: LENS }),
      svg("rect", { class: "tag", x: -34, y: LENS - 40, width: 68, height: 34, rx: 17 }),
      this.#label,
    );
    this.element = svg("g", { class: "aim", "aria-hidden": "true" }, this.#across, this.#lens);
    this.#place.addEventListener("click", () => this.#play());
    this.bar = el(
      "div",
      { class: "confirm", hidden: true },
      this.#place,
      el("button", { type: "button", class: "button", click: () => this.drop() }, t("Cancel")),
    );
  }

  /** A finger came down at a point. */
  begin(name) {
    this.held = true;
    this.#before = this.#at;
    this.#to(name);
  }

  /** The finger was dragged there. */
  move(name) {
    if (name === this.#at) return;
    this.#before = null;
    this.#to(name);
  }

  /** The finger was lifted. */
  end() {
    this.held = false;
    if (this.#before === this.#at) this.#play();
  }

  /** Nothing is aimed at any more. */
  drop() {
    if (this.#at === null) return;
    this.held = false;
    this.#at = null;
    this.element.removeAttribute("data-shown");
    this.bar.hidden = true;
    this.#act.moved(null);
  }

  #play() {
    const name = this.#at;
    if (name === null) return;
    this.drop();
    this.#act.place(name);
  }

  #to(name) {
    this.#at = name;
    const { x, y } = place(name);
    this.element.setAttribute("data-shown", "");
    this.#across.setAttribute("d", `M${EDGE} ${y}H${SIZE - EDGE}M${x} ${EDGE}V${SIZE - EDGE}`);
    const lens = besides(x, y);
    this.#lens.setAttribute("transform", `translate(${lens.x} ${lens.y})`);
    this.#inside.firstElementChild.setAttribute(
      "transform",
      `scale(${ZOOM}) translate(${-x} ${-y})`,
    );
    this.#inside.lastElementChild.setAttribute("transform", `scale(${ZOOM})`);
    const called = name.toUpperCase();
    this.#label.textContent = called;
    this.#place.textContent = t("Place {point}", { point: called });
    this.#place.disabled = !this.#act.may(name);
    this.element.toggleAttribute("data-barred", this.#place.disabled);
    this.bar.hidden = false;
    this.#act.moved(name);
  }
}

/** The middle of the lens: above the finger, or beside it where there is no room above. */
function besides(x, y) {
  const within = (at) => Math.min(SIZE - LENS - 4, Math.max(LENS + 4, at));
  if (y - AWAY >= LENS) return { x: within(x), y: y - AWAY };
  const left = x > SIZE / 2;
  return { x: within(left ? x - AWAY : x + AWAY), y: within(y) };
}
