// The panel beside the board: its tabs, Chat and Moves.

import { all } from "./dom.js";

const NARROW = matchMedia("(max-width: 1079px)");

export class Panel {
  #root = document.getElementById("panel");
  #tabs = all("#panel [role=tab]");
  #moves = null;

  /** @param model tells of the stage and of new lines */
  constructor(model) {
    for (const tab of this.#tabs) {
      tab.addEventListener("click", () => this.show(tab.dataset.tab)); // arrow keys step through the moves
    }
    for (const name of ["welcome", "stage"]) model.addEventListener(name, () => this.#fit());
    model.addEventListener("logged", () => {
      if (this.#root.dataset.tab === "moves") this.#root.toggleAttribute("data-unread", true);
    });
    NARROW.addEventListener("change", () => this.show("chat"));
  }

  /** The list of moves, which needs this one to close itself on a telephone. */
  join(moves) {
    this.#moves = moves;
  }

  /** @param name "chat" or "moves" */
  show(name) {
    this.#root.dataset.tab = name;
    this.#moves?.reveal();
    if (name === "chat") this.#root.toggleAttribute("data-unread", false);
    for (const tab of this.#tabs) {
      tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    }
  }

  /** Without moves there is nothing but the chat. */
  #fit() {
    const any = this.#moves?.any ?? false;
    this.#root.toggleAttribute("data-moves", any);
    if (!any && this.#root.dataset.tab === "moves") this.show("chat");
  }
}
