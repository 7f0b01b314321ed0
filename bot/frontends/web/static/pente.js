// The Pente board: an SVG that is clicked, walked over with the keyboard, and aimed at with a finger.
//
// It draws what the server says may be seen and knows no rules. Only what lies on the board has an
// element, so a move changes a handful of them; where the pointer is, is computed. The document
// always holds the new state at once; animations are drawn over it and may be left out.

import { Aim } from "./aim.js";
import { el, svg } from "./dom.js";
import {
  coordinates, field, frame, gradients, indexOf, nameOf, nearest, place, SIDE, SIZE, STONE, stone,
} from "./lattice.js";
import { movesOf } from "./model.js";
import { Walk } from "./walk.js";
import { t } from "./texts.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const OTHER = { X: "O", O: "X" };
let made = 0;

export class PenteBoard {
  #choose;
  #id = `pente${(made += 1)}`;
  #stones = new Map(); // point -> its stone, those just captured too
  #view = null;
  #legal = new Set();
  #drawn = null; // which session the board shows
  #walk = new Walk();
  #touched = false; // whether the last pointer was a finger or a pen
  #layer = svg("g", { class: "stones" });
  #shut = svg("path", { class: "shut" });
  #line = svg("path", { class: "winning" });
  #preview = svg("g", { class: "preview" }, svg("circle", { r: STONE }));
  #cursor = svg("rect", { class: "cursor", x: -19, y: -19, width: 38, height: 38, rx: 6 });
  #said = el("p", { class: "unseen", "aria-live": "polite" });
  #facts = el("p", { class: "unseen", id: `${this.#id}facts` });
  #aim;
  #pad;

  /** @param choose called with the point that somebody chose, legal or not */
  constructor(choose) {
    this.#choose = choose;
    const scene = svg(
      "g",
      { id: `${this.#id}scene` },
      ...field(), this.#shut, this.#layer, this.#line, this.#preview,
    );
    this.#aim = new Aim(`${this.#id}scene`, this.#id, {
      place: (name) => this.#place(name),
      may: (name) => this.#legal.has(name),
      moved: (name) => this.#offer(name),
    });
    const drawing = svg(
      "svg",
      { class: "board points", viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" },
      svg("defs", {}, ...gradients(this.#id), this.#aim.clip),
      frame(), coordinates(), scene, this.#cursor, this.#aim.element,
    );
    this.#pad = el(
      "div",
      {
        class: "pad",
        tabindex: "0",
        role: "application",
        "aria-label": t("Board"),
        "aria-roledescription": t("board of 361 points"),
        "aria-describedby": `${this.#id}keys ${this.#id}facts`,
        focus: () => this.#tell(),
        keydown: (event) => this.#key(event),
        pointerdown: (event) => this.#press(event),
        pointermove: (event) => this.#hover(event),
        pointerup: () => this.#release(),
        pointerleave: () => this.#leave(),
        click: (event) => this.#click(event),
      },
      drawing,
    );
    const keys = t("Go to a point with the arrow keys, or type its letter and number; press Enter to play it.");
    this.element = el(
      "div",
      { class: "point-board" },
      this.#pad,
      this.#aim.bar,
      el("p", { class: "unseen", id: `${this.#id}keys` }, keys),
      this.#facts,
      this.#said,
    );
    this.#show(this.#preview, null);
    this.#pointTo(this.#walk.at);
  }

  /** Shows a screen's board; what changed since the last time moves there. */
  update(shown) {
    const { view, to_act: toAct } = shown.card.board;
    const same = this.#drawn === shown.session;
    const moved = !same || this.#view.last !== view.last || this.#view.cells !== view.cells;
    this.#view = view;
    this.#drawn = shown.session;
    this.#legal = new Set(movesOf(shown));
    this.#facts.textContent = shown.card.alt;
    this.#preview.dataset.disc = toAct === null ? "" : "OX"[toAct % 2];
    this.element.toggleAttribute("data-mine", this.#legal.size > 0);
    this.#setStones(same && !calm.matches);
    this.#shut.setAttribute("d", crosses(view, toAct));
    this.#line.setAttribute("d", winning(view.line));
    if (moved) this.wait(null);
    if (moved || !this.#legal.size) this.#aim.drop();
    if (!same) this.#pointTo(view.last ?? nameOf(9, 9));
  }

  /** Marks the point whose answer is awaited; null takes the mark away. */
  wait(name) {
    this.#preview.toggleAttribute("data-pending", name !== null);
    this.#show(this.#preview, name);
  }

  /** Says no with a small shake. */
  shake(name) {
    if (calm.matches) return;
    const target = this.#stones.get(name)?.firstElementChild ? this.#stones.get(name) : this.#cursor;
    const { x, y } = place(name);
    const steps = [0, -4, 3, -2, 1, 0].map((by) => ({ transform: `translate(${x + by}px, ${y}px)` }));
    target.animate(steps, { duration: 260 });
  }

  focus(options) {
    this.#pad.focus(options);
  }

  // --- stones -------------------------------------------------------------------------------------

  #setStones(lively) {
    const { cells, taken, last, line } = this.#view;
    const wanted = new Map();
    [...cells].forEach((cell, index) => {
      if (cell !== ".") wanted.set(nameOf(index % SIDE, Math.floor(index / SIDE)), cell);
    });
    const gone = last ? OTHER[cells[indexOf(last)]] : null;
    for (const name of taken) wanted.set(name, gone);
    for (const [name, element] of this.#stones) {
      if (wanted.get(name) === element.dataset.disc) continue;
      element.remove();
      this.#stones.delete(name);
    }
    for (const [name, colour] of wanted) {
      const element = this.#stones.get(name) ?? this.#put(name, colour, lively);
      const isTaken = taken.includes(name);
      if (isTaken && !element.hasAttribute("data-taken") && lively) fade(element);
      element.toggleAttribute("data-taken", isTaken);
      element.toggleAttribute("data-last", name === last);
      element.toggleAttribute("data-five", line.includes(name));
    }
  }

  #put(name, colour, lively) {
    const element = stone(colour, this.#id);
    const { x, y } = place(name);
    element.style.transform = `translate(${x}px, ${y}px)`;
    Object.assign(element.dataset, { at: name, disc: colour });
    this.#stones.set(name, element);
    this.#layer.append(element);
    if (lively) drop(element, x, y);
    return element;
  }

  // --- the pointer --------------------------------------------------------------------------------

  #at(event) {
    const box = this.#pad.getBoundingClientRect();
    const scale = SIZE / box.width;
    return nearest((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  #press(event) {
    this.#touched = event.pointerType !== "mouse";
    if (!this.#touched || !this.#legal.size || !event.isPrimary) return;
    const name = this.#at(event);
    if (name === null) return;
    this.#pad.setPointerCapture(event.pointerId);
    this.#aim.begin(name);
  }

  #hover(event) {
    const name = this.#at(event);
    if (this.#aim.held) {
      if (name !== null) this.#aim.move(name);
    } else if (event.pointerType === "mouse") this.#offer(name);
  }

  #release() {
    if (this.#aim.held) this.#aim.end();
  }

  #leave() {
    if (!this.#touched) this.#offer(null);
  }

  #click(event) {
    const name = this.#at(event);
    if (name === null) return;
    this.#pointTo(name);
    if (!this.#touched || !this.#legal.size) this.#choose(name);
  }

  /** Shows how a stone would look there, unless one is on its way already. */
  #offer(name) {
    if (this.#preview.hasAttribute("data-pending")) return;
    this.#show(this.#preview, this.#legal.has(name) ? name : null);
  }

  #place(name) {
    this.#pointTo(name);
    this.#choose(name);
  }

  // --- the keyboard -------------------------------------------------------------------------------

  #key(event) {
    if (event.key === "Enter" || event.key === " ") this.#choose(this.#walk.at);
    else if (event.key === "Escape") this.#aim.drop();
    else if (event.key.toLowerCase() === "i" && !event.ctrlKey && !event.metaKey) {
      this.#said.textContent = t("This board has no column I: J follows H.");
    } else if (this.#walk.step(event)) {
      this.#pointTo(this.#walk.at);
      this.#tell();
    } else return;
    event.preventDefault();
  }

  #pointTo(name) {
    this.#walk.at = name;
    this.#show(this.#cursor, name);
    this.element.dataset.cursor = name;
  }

  #tell() {
    if (this.#view) this.#said.textContent = this.#label(this.#walk.at);
  }

  #label(name) {
    const { cells, last, taken, line, legal, to_act: toAct } = this.#view;
    const cell = cells[indexOf(name)];
    const parts = [name.toUpperCase()];
    if (cell === "X") parts.push(t("black stone"));
    else if (cell === "O") parts.push(t("white stone"));
    else parts.push(t("empty"));
    if (cell === "." && toAct !== null && !legal.includes(name)) parts.push(t("closed by the opening rule"));
    if (taken.includes(name)) parts.push(t("just captured"));
    if (line.includes(name)) parts.push(t("in the winning line"));
    if (name === last) parts.push(t("last move"));
    return parts.join(", ");
  }

  #show(element, name) {
    element.toggleAttribute("data-shown", name !== null);
    if (name === null) return;
    const { x, y } = place(name);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }
}

/** The crosses over empty points where no stone may go now. */
function crosses(view, toAct) {
  const free = [...view.cells].filter((cell) => cell === ".").length;
  if (toAct === null || !view.legal.length || view.legal.length === free) return "";
  const legal = new Set(view.legal);
  const shut = [];
  [...view.cells].forEach((cell, index) => {
    const name = nameOf(index % SIDE, Math.floor(index / SIDE));
    if (cell !== "." || legal.has(name)) return;
    const { x, y } = place(name);
    shut.push(`M${x - 7} ${y - 7}l14 14m0 -14l-14 14`);
  });
  return shut.join("");
}

function winning(line) {
  if (!line.length) return "";
  const ordered = [...line].sort((a, b) => indexOf(a) - indexOf(b));
  const [from, to] = [place(ordered[0]), place(ordered.at(-1))];
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

function drop(element, x, y) {
  const at = `translate(${x}px, ${y}px)`;
  const steps = [
    { transform: `${at} scale(1.3)`, opacity: 0 },
    { transform: `${at} scale(0.97)`, opacity: 1, offset: 0.7 },
    { transform: `${at} scale(1)`, opacity: 1 },
  ];
  element.animate(steps, { duration: 200, easing: "ease-out" });
}

function fade(element) {
  element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.3 }, {}], { duration: 700 });
}
