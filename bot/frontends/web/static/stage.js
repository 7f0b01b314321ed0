// The stage: the match in the middle, with its board, its players, its words and its buttons.
//
// Elements stay while a match goes on and only change, so the board never jumps and keeps the focus.

import { cardRows, textLines, whisper } from "./card.js";
import { el, icon } from "./dom.js";
import { looksOf } from "./games.js";
import { isLive, movesOf } from "./model.js";
import { platesOf } from "./plate.js";
import { games, locale, t } from "./texts.js";

export class Stage {
  #model;
  #act;
  #start;
  #root = document.getElementById("stage");
  #boards = new Map(); // game -> its board
  #locale = null; // what the boards speak
  #board = null; // the one that is shown
  #parts = null; // the elements of the match that is shown
  #shown = null;
  #ticking = null;
  #moves = null;

  /**
   * @param {Record<string, any>} act {press(token, button), move(move, shown), tell(text), go(link), view(name, arg), show(session, rooms)}
   * @param start the element that invites to a first match
   * @param moves gives the older position where one is looked at
   */
  constructor(model, act, start, moves) {
    this.#model = model;
    this.#act = act;
    this.#start = start;
    this.#moves = moves;
    moves.addEventListener("step", () => this.draw());
    this.#root.addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && this.#parts?.aside.hasChildNodes()) this.#dismiss();
    });
    model.addEventListener("stage", () => this.draw());
    model.addEventListener("matches", () => this.#drawWaiting());
  }

  /** Shows the match on the stage, or the invitation to one. */
  draw() {
    const { board, result: own } = this.#model.screensOf(this.#model.stage);
    const result = own ?? (board?.contest ? this.#model.screensOf(board.contest).result : null);
    const focused = this.#root.contains(document.activeElement);
    if (board) this.#drawMatch(board, result);
    else this.#drawStart();
    if (focused && !this.#root.contains(document.activeElement)) this.focus();
  }

  #drawStart() {
    this.#shown = null;
    this.#parts = null;
    this.#root.replaceChildren(this.#start.element);
    this.#start.refresh();
  }

  #drawMatch(board, result) {
    const before = this.#shown?.session === board.session ? this.#shown : null;
    const hasBoard = board.card.board !== null;
    const laid = this.#parts;
    if (!before || laid.hasBoard !== hasBoard || laid.locale !== locale()) {
      this.#lay(board, hasBoard);
    }
    const past = hasBoard ? this.#moves.past(board) : null;
    this.#shown = past ?? board;
    if (before && isPast(before, board)) this.#parts.aside.replaceChildren();
    this.#fill(board, result, past);
    if (before?.version !== board.version) this.#announce(board, result);
  }

  /** Brings the keyboard to the board, or to the first button where there is none. */
  focus() {
    const target = this.#parts?.hasBoard ? this.#board : this.#root.querySelector("button");
    target?.focus({ preventScroll: true });
  }

  /** A private answer to something pressed here. */
  whisper(card, id) {
    const { aside } = this.#parts;
    aside.replaceChildren(whisper("div", card, this.#act, () => this.#dismiss(), id));
    aside.querySelector("button:enabled")?.focus({ preventScroll: true });
    const bring = () => aside.firstElementChild?.scrollIntoView({ block: "nearest" });
    bring();
    for (const picture of aside.querySelectorAll("img")) picture.addEventListener("load", bring); // it grows by them
    this.#act.tell(card.text);
  }

  #dismiss() {
    this.#parts.aside.replaceChildren();
    this.focus();
  }

  /** The answer to a move came: a refused one shakes, an accepted one arrives as a new board. */
  answered(move, accepted) {
    this.#board.wait(null);
    if (!accepted) this.#board.shake(move);
  }

  #choose(move) {
    if (!this.#shown?.mine.length) return;
    if (movesOf(this.#shown).includes(move)) this.#board.wait(move);
    this.#act.move(move, this.#shown);
  }

  #lay(board, hasBoard) {
    const plates = hasBoard ? platesOf(board) : [];
    if (hasBoard) this.#board = this.#boardOf(board.card.board.game);
    const parts = {
      plates,
      share: el("div", { class: "share", "aria-hidden": "true" }, el("span")),
      words: el("div", { class: "words" }),
      rows: el("div", { class: "rows" }),
      aside: el("div", { class: "aside" }),
      present: el(
        "button",
        { type: "button", class: "button primary present", hidden: true, click: () => this.#act.toPly(null) },
        t("Back to the present"),
      ),
      waiting: el("div", { class: "waiting" }),
    };
    this.#root.replaceChildren(
      el(
        "div",
        {
          class: `table ${hasBoard ? "" : "offer"}`,
          "data-session": board.session,
          "data-game": board.card.board?.game,
          "data-seats": String(board.seats.length),
        },
        hasBoard ? el("div", { class: "seats" }, ...plates.map((plate) => plate.element)) : null,
        looksOf(board.card.board?.game).shares ? parts.share : null,
        hasBoard ? el("div", { class: "frame", wheel: (event) => this.#wheel(event) }, this.#board.element, parts.present) : null,
        parts.words,
        el("div", { class: "ways" }, parts.rows, parts.waiting),
        ...this.#extras(board),
        parts.aside,
      ),
    );
    this.#parts = { ...parts, hasBoard, locale: locale() };
  }

  /** The wheel steps through the moves, unless it is needed to see all of the stage. */
  #wheel(event) {
    const scrolls = this.#root.scrollHeight > this.#root.clientHeight + 1;
    if (scrolls || event.ctrlKey || !event.deltaY || !this.#moves.any) return;
    event.preventDefault();
    this.#moves.by(Math.sign(event.deltaY));
  }

  #boardOf(game) {
    if (this.#locale !== locale()) this.#boards.clear(); // they speak another language
    this.#locale = locale();
    const { Drawing } = looksOf(game);
    const board = this.#boards.get(game) ?? new Drawing((move) => this.#choose(move));
    this.#boards.set(game, board);
    return board;
  }

  /** What is asked for now and then; on a telephone it unfolds. */
  #extras({ contest, game }) {
    const back = () => this.#model.show(contest);
    const item = (label, name, arg = null) =>
      el("button", { type: "button", class: "link", click: () => this.#act.view(name, arg) }, label);
    const extras = el(
      "p",
      { class: "extras" },
      contest && this.#model.screensOf(contest).board
        ? el("button", { type: "button", class: "link", click: back }, t("Go to contest"))
        : null,
      el("button", { type: "button", class: "link to-moves", click: () => this.#act.tab("moves") }, t("Moves")),
      item(t("Text board"), "text"),
      item(t("Rules"), "rules", game),
      contest ? null : item(t("Picture"), "picture"), // a sheet of one's own has no address
    );
    const unfold = el(
      "button",
      {
        type: "button",
        class: "plain unfold",
        "aria-expanded": "false",
        "aria-label": t("More"),
        title: t("More"),
        click: () => {
          const open = extras.classList.toggle("open");
          unfold.setAttribute("aria-expanded", String(open));
        },
      },
      icon("more"),
    );
    return [unfold, extras];
  }

  #fill(shown, result, past) {
    const { plates, words, rows, present } = this.#parts;
    const { board } = shown.card;
    const table = words.parentElement;
    table.dataset.version = String(shown.version);
    table.dataset.status = shown.status;
    table.classList.toggle("yours", board !== null && shown.mine.includes(board.to_act));
    table.toggleAttribute("data-past", past !== null);
    present.hidden = past === null;
    if (board) {
      this.#board.update(past ?? shown);
      for (const plate of plates) plate.fill(past ? { ...shown, seats: past.seats } : shown);
      this.#fillShare(past ?? shown);
      this.#tick(board.clock);
    }
    const text = result?.card.text ?? shown.card.text;
    const [first, ...lines] = textLines(board?.clock ? withoutClocks(text) : text);
    const facts = board && !result ? lines : [first, ...lines];
    const summary = board && !result ? first : null;
    summary?.classList.add("unseen");
    words.replaceChildren(...(summary ? [summary] : []), ...facts);
    this.#fillRows(rows, result && !isLive(shown) ? result.card : shown.card);
    this.#drawWaiting();
  }

  #fillRows(rows, card) {
    const focused = rows.contains(document.activeElement);
    rows.replaceChildren(...cardRows(card, this.#act.press));
    if (focused) (rows.querySelector("button") ?? this).focus();
  }

  #fillShare(shown) {
    const [first = 0, second = 0] = shown.seats.map((seat) => seat.tally ?? 0);
    const share = first + second ? first / (first + second) : 0.5;
    this.#parts.share.firstElementChild.style.setProperty("--share", String(share));
  }

  /** Clocks run here between two messages; the server alone says when one has run out. */
  #tick(clock) {
    clearInterval(this.#ticking);
    const began = performance.now();
    const show = () => {
      for (const plate of this.#parts?.plates ?? []) plate.tick(clock, performance.now() - began);
    };
    show();
    if (clock && clock.running !== null) this.#ticking = setInterval(show, 100);
  }

  #drawWaiting() {
    if (!this.#parts) return;
    const next = this.#model.waiting();
    const button = (match) =>
      el(
        "button",
        { type: "button", class: "button", click: () => this.#act.show(match.session, match.rooms) },
        t("Next board: {name}", { name: opponents(match) }),
      );
    this.#parts.waiting.replaceChildren(...next.slice(0, 1).map(button));
  }

  #announce(shown, result) {
    const lines = (result?.card.text ?? shown.card.text).split("\n").filter(Boolean);
    const said = shown.card.board && !result ? lines.slice(1) : lines;
    const spoken = shown.card.board && !result ? this.#board.spoken?.(shown) : "";
    this.#act.tell([spoken, ...said].filter(Boolean).join(". "));
  }
}

/** Whether private answers are of no use any more: this person has moved since, or it is over. */
function isPast(before, now) {
  const moved = before.turn !== now.turn && before.mine.includes(before.card.board?.to_act);
  return moved || (isLive(before) && !isLive(now));
}

/** The text without the clocks of the moment: the plates have clocks that run. */
function withoutClocks(text) {
  return text.replace(/^(▶ .*?) · .*\d:\d\d.*$/mu, "$1");
}

/**
 * The others' names of one of my matches, the game's where I am alone; of an open one, who offered
 * it or to whom; "" anybody.
 */
export function opponents(match) {
  if (match.asked) return match.names[0];
  if (match.status === "open" && match.names.length === 2) return match.names[match.host ? 1 : 0];
  const others = match.names.filter((name, index) => name && !match.mine.includes(index));
  if (!others.length && match.status !== "open") return games().find(({ id }) => id === match.game).name;
  return (others.length ? others : match.names).join(", ");
}
