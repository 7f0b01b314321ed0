// A board the page has no drawing of its own for: the server's picture, and a button a legal move.
//
// So a new game can be played here on the day it gets its rules; a board that is clicked comes later
// (board.js is the one of Reversi). It has the same methods.

import { el } from "./dom.js";
import { movesOf } from "./model.js";
import { settings } from "./settings.js";

export class PictureBoard {
  #choose;
  #picture = el("img", { class: "picture", width: "640" });
  #moves = el("div", { class: "row moves" });
  element = el("div", { class: "pictured-board" }, this.#picture, this.#moves);

  /** @param choose called with the move that somebody chose */
  constructor(choose) {
    this.#choose = choose;
  }

  update(shown) {
    this.#picture.alt = shown.card.alt;
    this.#picture.src = pictureOf(shown);
    this.#moves.replaceChildren(...movesOf(shown).map((move) => this.#button(move)));
  }

  wait(move) {
    for (const button of this.#moves.children) {
      button.ariaDisabled = move === null ? null : "true";
    }
  }

  shake() {
    // the refusal is told in words
  }

  focus(options) {
    this.#moves.querySelector("button")?.focus(options);
  }

  #button(move) {
    return el(
      "button",
      { type: "button", class: "button", "data-at": move, click: () => this.#choose(move) },
      move,
    );
  }
}

/** The address of the picture of a screen's board. */
export function pictureOf(shown) {
  return `boards/${shown.session}/${shown.version}.png?theme=${settings().theme}`;
}
