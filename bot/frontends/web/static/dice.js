// Solitaire Dice: the throw, picked die by die or as a split from a list, above the score sheet.
//
// What is possible the server has said; choosing the fourth die completes a split and plays it, until
// then every die can be released. The document always holds the new state at once.

import { dieFace } from "./die.js";
import { el } from "./dom.js";
import { movesOf } from "./model.js";
import { Picks, read } from "./picks.js";
import { Sheet } from "./sheet.js";
import { t } from "./texts.js";

const NONE = [null, null, null, null, null];

export class DiceBoard {
  #choose;
  #sheet = new Sheet();
  #tray = el("div", { class: "tray", role: "group", "aria-label": t("Your throw") });
  #made = el("p", { class: "made", "aria-live": "polite" });
  #splits = el("ul", { class: "splits", "aria-label": t("Splits") });
  #picks = new Picks([], []);
  #dice = []; // the elements of the five dice
  #at = 0; // which of them has the keyboard
  #turn = null; // "session/turn" that is shown
  #view = null;
  #waiting = false;
  element = el(
    "div",
    { class: "dice-board", role: "group", keydown: (event) => this.#key(event) },
    this.#tray,
    this.#made,
    this.#sheet.element,
    this.#splits,
  );

  /** @param choose called with the split that somebody chose */
  constructor(choose) {
    this.#choose = choose;
  }

  update(shown) {
    const { view } = shown.card.board;
    const turn = `${shown.session}/${shown.turn}`;
    const legal = movesOf(shown);
    this.element.setAttribute("aria-label", shown.card.alt);
    this.element.toggleAttribute("data-mine", legal.length > 0);
    if (turn === this.#turn && Boolean(legal.length) === Boolean(this.#splits.children.length)) return;
    const focused = this.element.contains(document.activeElement);
    this.#turn = turn;
    this.#view = view;
    this.#waiting = false;
    this.#picks = new Picks(view.throw, legal);
    this.#sheet.fill(view);
    this.#layDice(legal.length > 0);
    this.#splits.replaceChildren(...legal.map((move) => this.#button(read(move))));
    this.#draw();
    if (focused) this.focus({ preventScroll: true });
  }

  /** What is new on the board, for a screen reader: the throw. */
  spoken({ card }) {
    const { throw: thrown } = card.board.view;
    return thrown.length ? `${t("Your throw")}: ${thrown.join(" ")}` : "";
  }

  /** Marks that an answer is awaited; null takes the mark away. */
  wait(move) {
    this.#waiting = move !== null;
    this.element.toggleAttribute("data-pending", this.#waiting);
  }

  /** The refusal is told in words; the dice can be picked anew. */
  shake() {
    this.#clear();
  }

  focus(options) {
    const target = this.#dice[this.#at];
    if (target?.matches("button")) target.focus(options);
  }

  // --- dice ---------------------------------------------------------------------------------------

  #layDice(may) {
    const { throw: thrown, last, to_act: toAct } = this.#view;
    const rest = last === null || toAct !== null ? NONE : read(last).pairs.flat().concat(read(last).reject);
    const values = thrown.length ? thrown : rest;
    this.#at = 0;
    this.#dice = values.map((value, at) => (may ? this.#die(value, at) : still(value)));
    this.#tray.replaceChildren(...this.#dice);
    this.#tray.classList.toggle("done", !thrown.length && rest !== NONE);
  }

  #die(value, at) {
    return el(
      "button",
      {
        type: "button",
        class: "die",
        tabindex: at ? "-1" : "0",
        "data-value": String(value),
        click: () => this.#press(at),
        focus: () => this.#pointTo(at),
      },
      dieFace(value),
    );
  }

  #press(at) {
    if (this.#waiting) return;
    this.#pointTo(at);
    if (this.#picks.pairOf(at) !== null) this.#picks.release(at);
    else if (this.#picks.may(at)) this.#picks.take(at);
    else {
      this.#explain();
      return;
    }
    this.#draw();
    const { split } = this.#picks;
    if (split) this.#choose(split.move);
  }

  #clear() {
    for (const die of this.#picks.places) if (die !== null) this.#picks.release(die);
    this.#draw();
  }

  #pointTo(at) {
    this.#at = at;
    this.#dice.forEach((die, each) => die.setAttribute("tabindex", each === at ? "0" : "-1"));
  }

  // --- what is shown ------------------------------------------------------------------------------

  #draw() {
    if (!this.element.hasAttribute("data-mine")) {
      this.#made.textContent = "";
      this.#sheet.pencil([], null);
      return;
    }
    this.#dice.forEach((die, at) => {
      const pair = this.#picks.pairOf(at);
      const barred = pair === null && !this.#picks.may(at);
      die.dataset.pair = pair === null ? "" : String(pair);
      die.setAttribute("aria-pressed", String(pair !== null));
      die.setAttribute("aria-disabled", String(barred));
      const where = [t("first pair"), t("second pair")][pair] ?? (barred ? t("left over") : null);
      die.setAttribute("aria-label", [die.dataset.value, where].filter(Boolean).join(", "));
    });
    const [one, other] = this.#picks.pairs;
    const made = [one, other].filter((pair) => pair.length).map(written);
    this.#made.textContent = made.length ? made.join(" · ") : t("Tap two dice to pair them, or choose a split.");
    this.#sheet.pencil([one, other].filter((pair) => pair.length === 2).map(sum), null);
  }

  #explain() {
    const values = this.#picks.rejects.join(", ");
    this.#made.textContent = t("Your reject list is full; leave over one of: {values}.", { values });
  }

  #button(split) {
    const { sums, reject, move } = split;
    const [low, high] = [...sums].sort((a, b) => a - b);
    const { free } = this.#view;
    const think = () => this.#sheet.pencil(sums, free ? null : reject);
    const button = el(
      "button",
      {
        type: "button",
        class: "split",
        "data-at": move,
        pointerenter: think,
        focus: think,
        pointerleave: () => this.#draw(),
        blur: () => this.#draw(),
        click: () => this.#waiting || this.#choose(move),
      },
      el("b", {}, `${high} + ${low}`),
      free ? null : el("span", { class: "left" }, "✕", dieFace(reject)),
      free ? null : el("span", { class: "unseen" }, ` ${reject} ${t("left over")}`),
    );
    return el("li", {}, button);
  }

  // --- the keyboard -------------------------------------------------------------------------------

  #key(event) {
    if (!this.element.hasAttribute("data-mine") || event.ctrlKey || event.altKey || event.metaKey) return;
    const inTray = this.#tray.contains(event.target);
    if (/^[1-6]$/.test(event.key)) this.#pickValue(event.key);
    else if (event.key === "Backspace" && this.#picks.last !== null) this.#press(this.#picks.last);
    else if (event.key === "Escape") this.#clear();
    else if (inTray && event.key in STEPS) {
      this.#pointTo(STEPS[event.key](this.#at));
      this.focus();
    } else return;
    event.preventDefault();
  }

  /** A number picks a free die that shows it. */
  #pickValue(value) {
    const at = this.#dice.findIndex(
      (die, each) => die.dataset.value === value && this.#picks.pairOf(each) === null,
    );
    if (at >= 0) this.#press(at);
  }
}

const STEPS = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at) => Math.min(4, at + 1),
  Home: () => 0,
  End: () => 4,
};

function still(value) {
  return el("span", { class: "die" }, dieFace(value));
}

function sum(pair) {
  return pair[0] + pair[1];
}

/** "4 + 6 = 10", or "4 + …" while the other die is missing. */
function written(pair) {
  return pair.length === 2 ? `${pair[0]} + ${pair[1]} = ${sum(pair)}` : `${pair[0]} + …`;
}
