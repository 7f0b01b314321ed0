// How a board of points is drawn: everything that does not change, and one stone.
//
// Sizes are in the drawing's own units; colours come from lattice.css. Points are named as people
// write them, a1 at the lower left, without the letter I. Must not know matches.

import { svg } from "./dom.js";

export const SIDE = 19;
export const COLUMNS = "abcdefghjklmnopqrst";
export const CELL = 40;
export const EDGE = 34; // the frame, with the coordinates on it
export const SIZE = SIDE * CELL + 2 * EDGE;
export const STONE = 18.6; // radius
const FIELD = SIDE * CELL;
const FIRST = EDGE + CELL / 2; // where the first line runs
const STARS = [3, 9, 15];

/** "k10" of column 9 and row 9, both counted from 0 at a1. */
export function nameOf(column, row) {
  return `${COLUMNS[column]}${row + 1}`;
}

/** {column, row} of "k10". */
export function partsOf(name) {
  return { column: COLUMNS.indexOf(name[0]), row: Number(name.slice(1)) - 1 };
}

/** Where in a view's cells a point stands. */
export function indexOf(name) {
  const { column, row } = partsOf(name);
  return row * SIDE + column;
}

/** {x, y} of a point in the drawing. */
export function place(name) {
  const { column, row } = partsOf(name);
  return { x: FIRST + column * CELL, y: FIRST + (SIDE - 1 - row) * CELL };
}

/** The name of the point nearest to a place in the drawing, or null beyond the board. */
export function nearest(x, y) {
  const column = Math.floor((x - EDGE) / CELL);
  const row = SIDE - 1 - Math.floor((y - EDGE) / CELL);
  const inside = column >= 0 && column < SIDE && row >= 0 && row < SIDE;
  return inside ? nameOf(column, row) : null;
}

/** Field, lines and star points: what is seen through a lens too. */
export function field() {
  const stars = STARS.flatMap((column) =>
    STARS.map((row) => {
      const { x, y } = place(nameOf(column, row));
      return svg("circle", { class: "star", cx: x, cy: y, r: 4.6 });
    }),
  );
  return [
    svg("rect", { class: "felt", x: EDGE, y: EDGE, width: FIELD, height: FIELD }),
    svg("path", { class: "grain", d: grain() }),
    svg("path", { class: "lattice", d: lines(FIRST, CELL) }),
    ...stars,
  ];
}

/** The frame behind the field. */
export function frame() {
  return svg("rect", { class: "frame", width: SIZE, height: SIZE, rx: 16 });
}

/** Letters and numbers on all four sides. */
export function coordinates() {
  const group = svg("g", { class: "coordinates" });
  const [near, far] = [EDGE / 2, SIZE - EDGE / 2];
  for (let i = 0; i < SIDE; i += 1) {
    const { x, y } = place(nameOf(i, i));
    const letter = COLUMNS[i].toUpperCase();
    for (const at of [near, far]) {
      group.append(svg("text", { x, y: at }, letter));
      group.append(svg("text", { x: at, y }, String(i + 1)));
    }
  }
  return group;
}

/** Light on the stones; `id` keeps the gradients of two boards apart. */
export function gradients(id) {
  const gradient = (colour) =>
    svg(
      "radialGradient",
      { id: `${id}${colour}`, cx: "36%", cy: "30%", r: "76%" },
      svg("stop", { class: `stop ${colour} high`, offset: "0%" }),
      svg("stop", { class: `stop ${colour}`, offset: "52%" }),
      svg("stop", { class: `stop ${colour} low`, offset: "100%" }),
    );
  return [gradient("X"), gradient("O")];
}

/** A stone that is yet to be put somewhere. */
export function stone(colour, id) {
  return svg(
    "g",
    { class: `stone ${colour}` },
    svg("circle", { class: "shade", cx: 1.6, cy: 2.6, r: STONE }),
    svg("circle", { class: "body", r: STONE, fill: `url(#${id}${colour})` }),
    colour === "X"
      ? svg("rect", { class: "mark", x: -6.5, y: -6.5, width: 13, height: 13, rx: 1.5 })
      : svg("circle", { class: "mark", r: 8 }),
    svg("circle", { class: "five", r: STONE - 1.5 }),
    svg("circle", { class: "ring", r: 9.5 }),
  );
}

/** A small still board for the log. */
export function smallLattice(cells) {
  const dots = { X: "", O: "" };
  [...cells].forEach((cell, index) => {
    if (cell === ".") return;
    const x = (index % SIDE) * 4 + 4;
    const y = (SIDE - 1 - Math.floor(index / SIDE)) * 4 + 4;
    dots[cell] += `M${x - 1.9} ${y}a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0`;
  });
  return svg(
    "svg",
    { class: "miniature", viewBox: "0 0 80 80", "aria-hidden": "true" },
    svg("rect", { class: "felt", width: 80, height: 80, rx: 5 }),
    svg("path", { class: "lattice", d: lines(4, 4) }),
    svg("path", { class: "small X", d: dots.X }),
    svg("path", { class: "small O", d: dots.O }),
  );
}

function lines(first, cell) {
  const last = first + (SIDE - 1) * cell;
  const each = Array.from({ length: SIDE }, (_, i) => first + i * cell);
  return each.map((at) => `M${at} ${first}V${last}M${first} ${at}H${last}`).join("");
}

/** Long soft waves; only the wooden theme shows them. */
function grain() {
  const waves = Array.from({ length: 34 }, (_, i) => {
    const y = EDGE + 10 + i * 22 + ((i * 7) % 9);
    const bow = ((i * 37) % 15) - 7;
    return `M${EDGE} ${y}q${FIELD / 4} ${bow} ${FIELD / 2} ${bow / 3}t${FIELD / 2} ${-bow / 2}`;
  });
  return waves.join("");
}
