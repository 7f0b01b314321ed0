// The log of the room: what was said, the matches as small tiles, and what only this window sees.

import { cardFiles, cardRows, textLines, veiled, whisper } from "./card.js";
import { showAnswer } from "./dialogs.js";
import { all, avatar, el } from "./dom.js";
import { looksOf } from "./games.js";
import { isLive } from "./model.js";
import { clockTime, t } from "./texts.js";

const TOGETHER = 5 * 60 * 1000; // lines of one person within this time share one heading
const NEAR = 60; // pixels from the end that still count as the end
const LOW = 320; // pixels; a log lower than this, as on a telephone on its side, is no place to read what does not fit into it

export class Log {
  #model;
  #act;
  #list = document.getElementById("log");
  #scroll = document.getElementById("scroll");
  #newest = document.getElementById("newest");
  #elements = new Map(); // entry id -> element

  /** @param {Record<string, any>} act {press(token, button), open(session), go(link), begin(command), earlier()} */
  constructor(model, act) {
    this.#model = model;
    this.#act = act;
    for (const name of ["welcome", "earlier"]) model.addEventListener(name, () => this.#all());
    model.addEventListener("wanting", () => act.earlier());
    model.on("logged", (event) => this.#one(event.detail));
    model.addEventListener("stage", () => {
      const stick = this.#atEnd();
      this.#markStage(); // what leaves the stage is shown in full here
      if (stick) this.#toEnd();
    });
    document.getElementById("earlier").addEventListener("click", () => act.earlier());
    const grown = () => this.#stick && this.#toEnd();
    this.#list.addEventListener("load", grown, true); // a picture that has just got its height
    this.#newest.addEventListener("click", () => this.#toEnd());
    this.#scroll.addEventListener("scroll", () => {
      if (this.#atEnd()) this.#newest.hidden = true;
    });
    new ResizeObserver(() => {
      this.#height = this.#scroll.clientHeight;
      if (this.#stick) this.#toEnd();
    }).observe(this.#scroll);
  }

  #stick = true;
  #height = 0; // as last observed

  /**
   * Shows a card that only this window sees; it goes away when it is dismissed. One that does not fit
   * is read from its beginning, on a telephone in a dialog.
   */
  whisper(card, id) {
    this.#act.tab("chat");
    const element = whisper("li", card, this.#act, () => element.remove(), id);
    this.#list.append(element);
    const room = this.#scroll.clientHeight;
    if (element.offsetHeight <= room) this.#toEnd();
    else if (room >= LOW) element.scrollIntoView({ block: "start" });
    else {
      element.remove();
      this.#whisperApart(card, id);
    }
  }

  #whisperApart(card, id) {
    const close = () => dialog.close();
    const leaving = (follow) => (where) => {
      close();
      follow(where);
    };
    const { go, begin } = this.#act;
    const act = { ...this.#act, go: leaving(go), begin: leaving(begin) };
    const dialog = showAnswer(whisper("div", card, act, close, id));
  }

  #all() {
    const kept = this.#scroll.scrollHeight - this.#scroll.scrollTop;
    const stay = !this.#stick && this.#elements.size > 0;
    const whispers = [...this.#list.querySelectorAll(".whisper")];
    this.#elements.clear();
    this.#list.replaceChildren();
    for (const entry of this.#sorted()) this.#put(entry);
    this.#list.append(...whispers);
    document.getElementById("earlier").hidden = !this.#model.more;
    this.#noteQuiet();
    this.#markStage();
    if (stay) this.#scroll.scrollTop = this.#scroll.scrollHeight - kept;
    else this.#toEnd();
  }

  #one({ entry, replaced }) {
    const stick = this.#atEnd();
    if (replaced !== null && replaced !== entry.id) {
      this.#elements.get(replaced)?.remove();
      this.#elements.delete(replaced);
    }
    const isNew = !this.#elements.has(entry.id);
    this.#put(entry);
    this.#noteQuiet();
    this.#markStage();
    if (stick) this.#toEnd();
    else if (isNew) this.#newest.hidden = false;
  }

  #sorted() {
    return [...this.#model.entries.values()].sort((a, b) => a.id - b.id);
  }

  /** Puts the entry in its place, in the stead of an earlier state of it. */
  #put(entry) {
    const old = this.#elements.get(entry.id);
    const element = entry.shown ? this.#tile(entry) : this.#line(entry);
    this.#elements.set(entry.id, element);
    if (old) {
      const focused = old.contains(document.activeElement) && /** @type {any} */ (document.activeElement).dataset.token;
      old.replaceWith(element);
      if (focused) element.querySelector("button")?.focus();
      return;
    }
    const ids = [...this.#elements.keys()].filter((id) => id > entry.id);
    const after = ids.length ? this.#elements.get(Math.min(...ids)) : null;
    this.#list.insertBefore(element, after);
  }

  #line(entry) {
    const who = entry.who ?? { id: "", name: t("someone") };
    const before = this.#sorted().filter((each) => each.id < entry.id).at(-1);
    const goesOn =
      before && !before.shown && before.who?.id === who.id && entry.at - before.at < TOGETHER;
    const own = who.id === this.#model.me.id;
    return el(
      "li",
      { class: `said ${goesOn ? "goes-on" : ""} ${own ? "own" : ""}` },
      goesOn ? null : avatar(who),
      goesOn ? null : this.#heading(el("bdi", { class: "name" }, who.name), entry.at),
      el("p", { class: "text", dir: "auto" }, entry.said),
    );
  }

  #heading(name, at) {
    const time = el("time", { datetime: new Date(at).toISOString() }, clockTime(at));
    return el("p", { class: "heading" }, name, time);
  }

  #tile(entry) {
    const { shown } = entry;
    const { board } = shown.card;
    const live = isLive(shown);
    const rows = shown.status === "playing" ? [] : cardRows(shown.card, this.#act.press);
    const isResult = shown.kind === "result";
    const element = el(
      "li",
      {
        class: `tile ${live ? "live" : ""} ${isResult ? "result" : ""}`,
        "data-session": shown.session,
        "data-version": String(shown.version),
        "aria-live": isResult ? null : "off",
      },
      board ? looksOf(board.game).small(board.view) : null,
      el("div", { class: "words" }, ...textLines(shown.card.text, "p", veiled(shown.card)), ...cardFiles(shown.card), ...rows),
    );
    if (board) {
      const names = shown.seats.map((seat) => seat.name).join(" – ");
      element.append(
        el(
          "button",
          { type: "button", class: "open", click: () => this.#act.open(shown.session) },
          el("span", { class: "unseen" }, t("Show this board: {names}", { names })),
        ),
      );
    }
    return element;
  }

  #markStage() {
    for (const tile of all("#log > .tile")) {
      tile.classList.toggle("on-stage", tile.dataset.session === this.#model.stage);
    }
  }

  #noteQuiet() {
    document.getElementById("quiet").hidden = this.#model.entries.size > 0;
  }

  /** Whether the end is in sight; a stage that has just grown over it does not count. */
  #atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroll;
    if (clientHeight === this.#height) {
      this.#stick = scrollHeight - scrollTop - clientHeight < NEAR;
    }
    return this.#stick;
  }

  #toEnd() {
    this.#stick = true;
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
    this.#newest.hidden = true;
  }
}
