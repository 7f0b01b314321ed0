// The list of moves beside the board, and stepping through them.
//
// Old positions come from the server, once a match is stepped through; which one is shown is part of
// the address. A move can be played only from the present.

import { el, icon } from "./dom.js";
import { looksOf } from "./games.js";
import { t } from "./texts.js";

const ELSEWHERE = "input, select, textarea, dialog, .board, .pad, .tray, .scroll, .suggestions";
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Moves extends EventTarget {
  #model;
  #act;
  #root = document.getElementById("moves");
  #list = el("ol", { class: "moves-list", tabindex: "0" });
  #views = []; // of the match that is stepped through, by ply
  #line = ""; // the moves that lead to them
  #of = null; // its session
  #at = null; // the match on the stage
  #ply = null; // the ply that is shown; null: the present
  #drawn = ""; // what the list shows

  /** @param {Record<string, any>} act {read(message), toPly(ply), close()}: `read` gives an answer, `toPly` changes the address */
  constructor(model, act) {
    super();
    this.#model = model;
    this.#act = act;
    for (const name of ["welcome", "stage"]) model.addEventListener(name, () => this.#draw());
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether the match on the stage has a list of moves. */
  get any() {
    return this.#moves.length > 0;
  }

  /** Shows the position after so many plies; null the present. */
  async step(ply) {
    this.#at = this.#model.stage;
    this.#ply = ply === null || ply >= this.#last ? null : Math.max(0, ply);
    if (this.#ply !== null) await this.#load();
    this.#draw();
    this.dispatchEvent(new Event("step"));
  }

  /** The screen as it was then, where an older position is looked at, else null. */
  past(shown) {
    const view = this.#of === shown.session && this.#ply !== null ? this.#views[this.#ply] : undefined;
    if (!view) return null;
    const { tallies } = looksOf(shown.game);
    const seats = tallies
      ? shown.seats.map((seat) => ({ ...seat, tally: tallies(view)[seat.side] ?? seat.tally }))
      : shown.seats;
    const board = { ...shown.card.board, view, to_act: null, clock: null };
    const alt = t("Position after {count} moves", { count: String(this.#opening + this.#ply) });
    return { ...shown, seats, mine: [], card: { ...shown.card, board, alt } };
  }

  /** Steps by so many plies, as with a key or the wheel. */
  by(count) {
    const to = (this.#ply ?? this.#last) + count;
    if (this.any) this.#act.toPly(to >= this.#last ? null : Math.max(0, to));
  }

  get #board() {
    return this.#model.screensOf(this.#model.stage).board?.card.board ?? null;
  }

  get #moves() {
    return this.#board?.moves ?? [];
  }

  get #opening() {
    return this.#board?.opening ?? 0;
  }

  get #last() {
    return this.#moves.length - this.#opening;
  }

  /** Fetches the positions where they are not here yet, or were before a takeback. */
  async #load() {
    const session = this.#model.stage;
    const moves = this.#moves.join(" ");
    if (this.#of === session && this.#line === moves) return;
    const answer = await this.#act.read({ type: "steps", session });
    if (answer.type !== "ok" || this.#model.stage !== session) return;
    this.#of = session;
    this.#views = answer.views;
    this.#line = moves;
  }

  #draw() {
    if (this.#at !== this.#model.stage) {
      this.#at = this.#model.stage;
      this.#ply = null;
    }
    const moves = this.#moves;
    const key = [this.#model.stage, this.#ply, ...moves].join(" ");
    if (key === this.#drawn) return;
    this.#drawn = key;
    const rows = [];
    for (let i = 0; i < moves.length; i += 2) {
      const pair = [i, i + 1].filter((at) => at < moves.length).map((at) => this.#move(moves[at], at));
      rows.push(el("li", {}, el("span", { class: "number" }, `${i / 2 + 1}.`), ...pair));
    }
    this.#list.setAttribute("aria-label", t("Moves"));
    this.#list.replaceChildren(...rows);
    this.#root.replaceChildren(this.#list, this.#bar());
    this.reveal();
  }

  /** Scrolls the list to the move that is shown. */
  reveal() {
    const shown = this.#list.querySelector("[aria-current]") ?? this.#list.lastElementChild;
    if (shown) this.#list.scrollTop = shown.offsetTop - this.#list.clientHeight / 2;
  }

  #move(move, at) {
    const ply = at - this.#opening + 1;
    const current = ply === (this.#ply ?? this.#last);
    return el(
      "button",
      {
        type: "button",
        class: "ply",
        disabled: ply < 1,
        "aria-current": current ? "step" : null,
        click: () => this.#act.toPly(ply >= this.#last ? null : ply),
      },
      move === "pass" ? "–" : move,
    );
  }

  #bar() {
    const way = (label, sign, count, off) =>
      el(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": label,
          title: label,
          disabled: off,
          click: () => this.by(count),
        },
        icon(sign),
      );
    const first = this.#ply === 0 || !this.#last;
    const last = this.#ply === null;
    return el(
      "div",
      { class: "steps" },
      way(t("First position"), "first", -Infinity, first),
      way(t("One move back"), "back", -1, first),
      way(t("One move forward"), "forth", 1, last),
      way(t("Present"), "last", Infinity, last),
      el("button", { type: "button", class: "link close", click: () => this.#act.close() }, t("Chat")),
    );
  }

  #key(event) {
    if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!this.any || document.querySelector("dialog[open]") || event.target.closest?.(ELSEWHERE)) return;
    event.preventDefault();
    this.by(KEYS[event.key]);
  }
}
