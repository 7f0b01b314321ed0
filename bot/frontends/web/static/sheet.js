// The score sheet of Solitaire Dice: eleven lines with their marks, and the piles of what was left over.
//
// A table, so that it is read as one. It shows what the view says and, in pencil, where the split that
// somebody thinks of would put its marks; what these are worth only the server knows.

import { dieFace } from "./die.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

const BOXES = 10; // of a sum; further marks bring nothing more
const PAID_OFF = 5;
const PILES = 3;
const LAST = 8; // marks of a pile; they end the game

export class Sheet {
  #rows = new Map(); // sum -> {boxes, marks}
  #piles = new Map(); // value -> {boxes, marks}
  #body = el("tbody");
  #side = el("div", { class: "piles" });
  #gain = el("span", { class: "last-gain" });
  #total = el("td", { colspan: "2", class: "total" });
  element = el(
    "div",
    { class: "paper" },
    el(
      "table",
      { class: "sums" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col", "aria-label": t("Sum") }),
          el("th", { scope: "col" }, t("Marks")),
          el("th", { scope: "col", class: "number", "aria-label": t("Now"), title: t("Now") }, "="),
          el("th", { scope: "col", class: "number", "aria-label": t("Next"), title: t("Next") }, "+1"),
        ),
      ),
      this.#body,
      el(
        "tfoot",
        {},
        el("tr", {}, el("th", { scope: "row", colspan: "2" }, t("Total"), this.#gain), this.#total),
      ),
    ),
    this.#side,
  );

  fill(view) {
    this.#rows.clear();
    this.#body.replaceChildren(...view.sums.map((sum) => this.#row(sum)));
    this.#piles.clear();
    const piles = Array.from({ length: PILES }, (_, i) => this.#pile(view.piles[i]));
    this.#side.replaceChildren(...piles);
    this.#gain.textContent = view.last === null ? "" : signed(view.gain, true);
    this.#total.textContent = signed(view.total);
    this.#total.classList.toggle("loss", view.total < 0);
  }

  /** Where marks would go: the sums of pairs that are thought of, and the die left over or null. */
  pencil(sums, reject) {
    for (const [value, { boxes, marks }] of this.#rows) {
      const more = sums.filter((sum) => sum === value).length;
      boxes.forEach((box, at) => box.classList.toggle("thought", at >= marks && at < marks + more));
    }
    for (const [value, { boxes, marks }] of this.#piles) {
      boxes.forEach((box, at) => box.classList.toggle("thought", value === reject && at === marks));
    }
    this.#side.dataset.new = reject !== null && !this.#piles.has(reject) ? String(reject) : "";
  }

  #row({ value, marks, new: fresh, worth, after }) {
    const boxes = Array.from({ length: BOXES }, (_, at) => {
      const ticked = at < marks;
      const state = ticked ? (marks < PAID_OFF ? "cost" : at < PAID_OFF ? "even" : "pays") : "";
      const isNew = ticked && at >= Math.min(marks, BOXES) - fresh;
      return el("i", { class: `box ${ticked ? "ticked" : ""} ${state} ${isNew ? "new" : ""}` });
    });
    if (marks > BOXES) boxes.at(-1).append(el("b", {}, String(marks)));
    this.#rows.set(value, { boxes, marks });
    return el(
      "tr",
      { class: fresh ? "fresh" : "", "data-sum": String(value) },
      el("th", { scope: "row" }, String(value)),
      el(
        "td",
        {},
        el("span", { class: "unseen" }, String(marks)),
        el("span", { class: "boxes", "aria-hidden": "true" }, ...boxes),
      ),
      el("td", { class: `number ${tone(worth, 0)}` }, marks ? signed(worth) : "·"),
      el("td", { class: `number next ${tone(after, worth)}` }, signed(after)),
    );
  }

  #pile(pile) {
    const marks = pile?.marks ?? 0;
    const boxes = Array.from({ length: LAST }, (_, at) => {
      const ticked = at < marks;
      const isNew = ticked && at >= marks - pile.new;
      const last = at === LAST - 1;
      return el("i", {
        class: `box ${ticked ? "ticked even" : ""} ${isNew ? "new" : ""} ${last ? "last" : ""}`,
      });
    });
    if (pile) this.#piles.set(pile.value, { boxes, marks });
    const said = pile ? t("reject {value}: {count} of 8", { value: pile.value, count: marks }) : "";
    return el(
      "div",
      { class: pile ? "pile" : "pile empty", "data-value": pile ? String(pile.value) : null },
      el("span", { class: "unseen" }, said),
      el("span", { class: "boxes", "aria-hidden": "true" }, ...boxes),
      dieFace(pile?.value ?? null),
    );
  }
}

/** With a true minus, which is as wide as a plus. */
export function signed(points, plus = false) {
  const text = plus && points > 0 ? `+${points}` : plus && points === 0 ? "±0" : String(points);
  return text.replace("-", "\u2212");
}

function tone(points, than) {
  if (points === than) return than === 0 ? "" : "same";
  return points > than ? "gain" : "loss";
}
