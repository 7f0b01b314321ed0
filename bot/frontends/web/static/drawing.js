// How the Reversi board is drawn: everything that does not change, and one disc.
//
// Sizes are in the drawing's own units; colours come from board.css. Must not know matches.

import { svg } from "./dom.js";

export const CELL = 100;
export const EDGE = 42;
export const SIZE = 8 * CELL + 2 * EDGE;
export const DISC = 40; // radius
export const COLUMNS = "abcdefgh";

/** Frame, felt, lines and coordinates; `id` keeps the gradients of two boards apart. */
export function emptyBoard(id) {
  return [
    gradients(id),
    svg("rect", { class: "frame", width: SIZE, height: SIZE, rx: 22 }),
    svg("rect", { class: "felt", x: EDGE, y: EDGE, width: 8 * CELL, height: 8 * CELL }),
    grain(),
    lines(),
    coordinates(),
  ];
}

/** The four discs in the middle. */
export const START = `${".".repeat(27)}OX${".".repeat(6)}XO${".".repeat(27)}`;

/** A small still board for the log. */
export function smallBoard(cells) {
  const discs = [...cells].flatMap((disc, index) =>
    disc === "."
      ? []
      : svg("circle", {
          class: `small ${disc}`,
          cx: (index % 8) * 10 + 5,
          cy: Math.floor(index / 8) * 10 + 5,
          r: 4.1,
        }),
  );
  return svg(
    "svg",
    { class: "miniature", viewBox: "-3 -3 86 86", "aria-hidden": "true" },
    svg("rect", { class: "felt", x: -3, y: -3, width: 86, height: 86, rx: 6 }),
    svg("path", { class: "lines", d: grid(10) }),
    ...discs,
  );
}

function gradients(id) {
  const gradient = (colour) =>
    svg(
      "radialGradient",
      { id: `${id}${colour}`, cx: "38%", cy: "30%", r: "78%" },
      svg("stop", { class: `stop ${colour} high`, offset: "0%" }),
      svg("stop", { class: `stop ${colour}`, offset: "55%" }),
      svg("stop", { class: `stop ${colour} low`, offset: "100%" }),
    );
  return svg("defs", {}, gradient("X"), gradient("O"));
}

/** One side of a disc, with the mark that the theme of shapes shows. */
export function face(colour, id) {
  const mark =
    colour === "X"
      ? svg("rect", { class: "mark", x: 37, y: 37, width: 26, height: 26, rx: 2 })
      : svg("circle", { class: "mark", cx: 50, cy: 50, r: 15 });
  const disc = svg("circle", { class: "rim", cx: 50, cy: 50, r: DISC, fill: `url(#${id}${colour})` });
  return svg("g", { class: `face ${colour}` }, disc, mark);
}

function lines() {
  const dots = [2, 6].flatMap((x) =>
    [2, 6].map((y) => svg("circle", { class: "dot", cx: x * CELL, cy: y * CELL, r: 7 })),
  );
  const path = svg("path", { class: "lines", d: grid(CELL) });
  return svg("g", { transform: `translate(${EDGE} ${EDGE})` }, path, ...dots);
}

function grid(cell) {
  const end = 8 * cell;
  const each = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => i * cell);
  return each.map((at) => `M${at} 0V${end}M0 ${at}H${end}`).join("");
}

/** Long soft waves; only the wooden theme shows them. */
function grain() {
  const waves = Array.from({ length: 26 }, (_, i) => {
    const y = EDGE + 14 + i * 31 + ((i * 7) % 11);
    const bow = ((i * 37) % 17) - 8;
    return `M${EDGE} ${y}q${2 * CELL} ${bow} ${4 * CELL} ${bow / 3}t${4 * CELL} ${-bow / 2}`;
  });
  return svg("path", { class: "grain", d: waves.join("") });
}

function coordinates() {
  const group = svg("g", { class: "coordinates", "aria-hidden": "true" });
  for (let i = 0; i < 8; i += 1) {
    const middle = EDGE + i * CELL + CELL / 2;
    for (const far of [EDGE / 2, SIZE - EDGE / 2]) {
      group.append(
        svg("text", { x: middle, y: far + 1 }, COLUMNS[i]),
        svg("text", { x: far, y: middle + 1 }, String(i + 1)),
      );
    }
  }
  return group;
}
