// Walking over the points of a board with the keyboard.
//
// Arrows go one point, Home and End along the row, Page Up and Page Down along the column, with Ctrl
// to the corners. A letter goes to its column and a number to its row, so "k10" typed leads to K10.

import { COLUMNS, nameOf, partsOf, SIDE } from "./lattice.js";

const LAST = SIDE - 1;
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-LAST, 0],
  End: [LAST, 0],
  PageUp: [0, LAST],
  PageDown: [0, -LAST],
};

export class Walk {
  at = nameOf(9, 9);
  #typed = ""; // digits typed so far

  /** Follows a key; false if it is none of these. */
  step(event) {
    if (event.altKey || event.metaKey) return false;
    const typed = event.ctrlKey ? -1 : COLUMNS.indexOf(event.key.toLowerCase());
    const digit = !event.ctrlKey && /^\d$/.test(event.key);
    if (!digit) this.#typed = "";
    if (event.key in STEPS) this.at = stepped(this.at, event);
    else if (event.key.length === 1 && typed >= 0) this.at = nameOf(typed, partsOf(this.at).row);
    else if (digit) this.#number(event.key);
    else return false;
    return true;
  }

  /** "1" means row 1 until a "0" makes it row 10. */
  #number(digit) {
    const longer = Number(this.#typed + digit);
    this.#typed = longer >= 1 && longer <= SIDE ? String(longer) : digit;
    const row = Number(this.#typed);
    if (row >= 1) this.at = nameOf(partsOf(this.at).column, row - 1);
    else this.#typed = "";
  }
}

function stepped(from, event) {
  const { column, row } = partsOf(from);
  let [right, up] = STEPS[event.key];
  if (event.ctrlKey && event.key === "Home") [right, up] = [-LAST, LAST];
  if (event.ctrlKey && event.key === "End") [right, up] = [LAST, -LAST];
  const within = (at) => Math.min(LAST, Math.max(0, at));
  return nameOf(within(column + right), within(row + up));
}
