// A die as a drawing: one face with its pips, as large as the text around it says.

import { svg } from "./dom.js";

const PIPS = {
  1: [[5, 5]],
  2: [[2.6, 7.4], [7.4, 2.6]],
  3: [[2.6, 7.4], [5, 5], [7.4, 2.6]],
  4: [[2.6, 2.6], [2.6, 7.4], [7.4, 2.6], [7.4, 7.4]],
  5: [[2.6, 2.6], [2.6, 7.4], [5, 5], [7.4, 2.6], [7.4, 7.4]],
  6: [[2.6, 2.4], [2.6, 5], [2.6, 7.6], [7.4, 2.4], [7.4, 5], [7.4, 7.6]],
};

/** The face of a die; null draws the place for one. */
export function dieFace(value) {
  const pips = (PIPS[value] ?? []).map(([cx, cy]) => svg("circle", { class: "pip", cx, cy, r: 0.98 }));
  return svg(
    "svg",
    { class: value ? "face-of-die" : "face-of-die none", viewBox: "0 0 10 10", "aria-hidden": "true" },
    svg("rect", { class: "cube", x: 0.25, y: 0.25, width: 9.5, height: 9.5, rx: 2 }),
    ...pips,
  );
}

/** Five small dice for the log: those thrown, else those of the last split. */
export function smallDice(view) {
  const values = view.throw.length ? view.throw : (view.last?.match(/\d/g) ?? [null, null, null, null, null]);
  const faces = values.map((value, i) => {
    const face = dieFace(value === null ? null : Number(value));
    const [x, y] = [[2, 2], [20, 2], [2, 20], [20, 20], [11, 11]][i];
    for (const [name, at] of [["x", x], ["y", y]]) face.setAttribute(name, at);
    for (const name of ["width", "height"]) face.setAttribute(name, 14);
    return face;
  });
  return svg("svg", { class: "miniature dice", viewBox: "0 0 36 36", "aria-hidden": "true" }, ...faces);
}
