// What this person is told wherever they look: that boards wait, and what they asked to be told.
//
// The server says all of it each time; what is new is read out too.

import { wholeCard } from "./card.js";

export class Notices {
  #area = document.getElementById("notices");
  #act;
  #said = [];

  /** @param {Record<string, any>} act {press(token, button), go(link), begin(command), tell(text)} */
  constructor(act) {
    this.#act = act;
  }

  /** Shows these cards in place of those before. */
  show(cards) {
    const said = cards.map((card) => [card.text, ...card.links.map((link) => link.label)].join(" "));
    const fresh = said.filter((each) => !this.#said.includes(each));
    if (fresh.length) this.#act.tell(fresh.join(" "));
    this.#said = said;
    this.#area.replaceChildren(...cards.map((card) => wholeCard(card, this.#act.press, this.#act)));
    this.#area.hidden = !cards.length;
  }
}
