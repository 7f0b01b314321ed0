// The Reversi board: an SVG that is clicked, walked over with the arrow keys, and read aloud.
//
// It draws what the server says may be seen and knows no rules: a square is legal because the server
// says so. Cells are made once and then only change, so focus stays and discs can turn. The
// document always holds the new state at once; animations are drawn over it and may be left out.

import { svg } from "./dom.js";
import { CELL, COLUMNS, DISC, EDGE, SIZE, emptyBoard, face } from "./drawing.js";
import { movesOf } from "./model.js";
import { t } from "./texts.js";

const TURN = 420; // milliseconds for a disc to turn
const STEP = 55; // each ring of discs turns so much later than the one before
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let made = 0;

export class Board {
  #cells = new Map(); // "d3" -> {group, disc, disc's colour}
  #choose;
  #cursor = "d3";
  #drawn = null; // which session the board shows

  /** @param choose called with the square that somebody chose, legal or not */
  constructor(choose) {
    this.#choose = choose;
    const id = `board${(made += 1)}`;
    this.element = svg(
      "svg",
      { class: "board", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "grid" },
      ...emptyBoard(id),
    );
    for (let row = 1; row <= 8; row += 1) this.element.append(this.#row(row, id));
    this.element.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** Shows a screen's board; what changed since the last time moves there. */
  update(shown) {
    const { view, to_act: toAct } = shown.card.board;
    const same = this.#drawn === shown.session;
    const legal = movesOf(shown);
    this.element.setAttribute("aria-label", shown.card.alt);
    this.element.dataset.mover = toAct === 1 ? "O" : "X";
    this.element.toggleAttribute("data-mine", legal.length > 0);
    const order = same && !calm.matches ? ripple(view.last) : null;
    for (const [name, cell] of this.#cells) {
      const disc = view.cells[indexOf(name)];
      if (order && disc !== cell.colour) this.#move(cell, disc, order(name));
      cell.colour = disc;
      cell.group.dataset.disc = disc;
      cell.group.toggleAttribute("data-legal", legal.includes(name));
      cell.group.toggleAttribute("data-last", name === view.last);
      cell.group.toggleAttribute("data-flipped", view.flipped.includes(name));
      cell.group.removeAttribute("data-pending");
      cell.group.setAttribute("aria-label", this.#label(name, disc, legal, view));
    }
    if (!same) this.#pointTo(legal[0] ?? view.last ?? "d3");
    this.#drawn = shown.session;
  }

  /** Marks the square whose answer is awaited; null takes the mark away. */
  wait(square) {
    for (const [name, cell] of this.#cells) {
      cell.group.toggleAttribute("data-pending", name === square);
    }
  }

  /** Says no with a small shake. */
  shake(square) {
    if (calm.matches) return;
    const steps = [0, -6, 5, -3, 2, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
    this.#cells.get(square)?.ground.animate(steps, { duration: 260 });
  }

  focus(options) {
    this.#cells.get(this.#cursor).group.focus(options);
  }

  #row(row, id) {
    const group = svg("g", { role: "row" });
    for (const column of COLUMNS) group.append(this.#cell(`${column}${row}`, id));
    return group;
  }

  #cell(name, id) {
    const x = EDGE + COLUMNS.indexOf(name[0]) * CELL;
    const y = EDGE + (Number(name[1]) - 1) * CELL;
    const faces = ["X", "O"].map((colour) => face(colour, id));
    const shade = svg("ellipse", { class: "shade", cx: 51, cy: 55, rx: DISC, ry: DISC - 1 });
    const ground = svg("rect", { class: "ground", x: 1, y: 1, width: 98, height: 98, rx: 6 });
    const group = svg(
      "g",
      {
        class: "cell",
        role: "gridcell",
        tabindex: "-1",
        "data-at": name,
        "data-disc": ".",
        transform: `translate(${x} ${y})`,
        click: () => this.#press(name),
        focus: () => this.#pointTo(name),
      },
      ground,
      svg("circle", { class: "hint", cx: 50, cy: 50, r: 11 }),
      svg("circle", { class: "ghost", cx: 50, cy: 50, r: DISC }),
      shade,
      ...faces,
      svg("circle", { class: "turned", cx: 50, cy: 50, r: DISC - 8 }),
      svg("circle", { class: "latest", cx: 50, cy: 50, r: 8 }),
      svg("rect", { class: "cursor", x: 4, y: 4, width: 92, height: 92, rx: 9 }),
    );
    this.#cells.set(name, { group, ground, shade, faces, colour: "." });
    return group;
  }

  #press(name) {
    this.#pointTo(name);
    this.#choose(name);
  }

  #pointTo(name) {
    this.#cells.get(this.#cursor).group.setAttribute("tabindex", "-1");
    this.#cursor = name;
    this.#cells.get(name).group.setAttribute("tabindex", "0");
  }

  #walk(event) {
    const next = step(this.#cursor, event);
    if (next) {
      this.#pointTo(next);
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cursor);
    } else return;
    event.preventDefault();
  }

  #label(name, disc, legal, view) {
    const parts = [name];
    if (disc === "X") parts.push(t("black disc"));
    else if (disc === "O") parts.push(t("white disc"));
    else parts.push(legal.includes(name) ? t("legal move") : t("empty"));
    if (name === view.last) parts.push(t("last move"));
    return parts.join(", ");
  }

  /** Lets a disc appear, turn or leave; the end of the animation is the state already set. */
  #move(cell, colour, ring) {
    const [arrives, leaves] = colour === "O" ? [...cell.faces].reverse() : cell.faces;
    const timing = { duration: TURN, delay: ring * STEP, easing: "ease-in-out", fill: "backwards" };
    if (cell.colour === ".") {
      const drop = [
        { transform: "scale(1.28)", opacity: 0 },
        { transform: "scale(0.97)", opacity: 1, offset: 0.7 },
        { transform: "scale(1)", opacity: 1 },
      ];
      arrives.animate(drop, { ...timing, duration: 220, delay: 0 });
    } else if (colour === ".") {
      const leave = [{ opacity: 1 }, { transform: "scale(1.2)", opacity: 0 }];
      cell.faces[cell.colour === "X" ? 0 : 1].animate(leave, { ...timing, duration: 180 });
    } else {
      arrives.animate(ARRIVE, timing);
      leaves.animate(DEPART, timing);
      cell.shade.animate(SHADE, timing);
    }
  }
}

const EDGE_ON = "scale(0.02, 1.06)";
const SHADE = [{}, { transform: "scale(0.3, 1)", offset: 0.5 }, {}];
const DEPART = [
  { transform: "scale(1, 1)", opacity: 1 },
  { transform: EDGE_ON, opacity: 1, offset: 0.499 },
  { transform: EDGE_ON, opacity: 0, offset: 0.5 },
  { transform: EDGE_ON, opacity: 0 },
];
const ARRIVE = [
  { transform: EDGE_ON, opacity: 0 },
  { transform: EDGE_ON, opacity: 0, offset: 0.499 },
  { transform: EDGE_ON, opacity: 1, offset: 0.5 },
  { transform: "scale(1, 1)", opacity: 1 },
];

function indexOf(name) {
  return (Number(name[1]) - 1) * 8 + COLUMNS.indexOf(name[0]);
}

/** How many rings away from the placed disc a square lies. */
function ripple(last) {
  if (!last || !/^[a-h][1-8]$/.test(last)) return () => 0;
  const at = indexOf(last);
  return (name) => {
    const index = indexOf(name);
    const across = Math.abs((index % 8) - (at % 8));
    const down = Math.abs(Math.floor(index / 8) - Math.floor(at / 8));
    return Math.max(across, down);
  };
}

function step(from, event) {
  let column = COLUMNS.indexOf(from[0]);
  let row = Number(from[1]);
  switch (event.key) {
    case "ArrowLeft":
      column -= 1;
      break;
    case "ArrowRight":
      column += 1;
      break;
    case "ArrowUp":
      row -= 1;
      break;
    case "ArrowDown":
      row += 1;
      break;
    case "Home":
      column = 0;
      if (event.ctrlKey) row = 1;
      break;
    case "End":
      column = 7;
      if (event.ctrlKey) row = 8;
      break;
    default:
      return null;
  }
  const inside = column >= 0 && column < 8 && row >= 1 && row <= 8;
  return inside ? `${COLUMNS[column]}${row}` : from;
}
