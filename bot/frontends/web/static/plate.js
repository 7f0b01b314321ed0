// The plate of one player: name, what counts so far, clock, and whose turn it is.

import { el } from "./dom.js";
import { t } from "./texts.js";

const COMPUTER = "computer";

export class Plate {
  #index;
  #name = el("bdi", { class: "name" });
  #tally = el("span", { class: "tally" });
  #note = el("span", { class: "note" });
  #clock = el("span", { class: "clock", role: "timer" });
  element = el("div", { class: "plate" });

  /** @param index the seat */
  constructor(index) {
    this.#index = index;
    const sign = el("span", { class: `sign side-${index}`, "aria-hidden": "true" });
    this.element.append(sign, this.#name, this.#tally, this.#note, this.#clock);
  }

  fill(shown) {
    const { player, name, tally } = shown.seats[this.#index];
    const acts = shown.card.board.to_act === this.#index;
    const mine = shown.mine.includes(this.#index);
    this.#name.textContent = name;
    this.#tally.textContent = tally === null ? "" : String(tally);
    this.element.classList.toggle("acts", acts);
    this.element.classList.toggle("thinks", acts && player === COMPUTER);
    if (acts && mine) this.#note.textContent = t("Your turn");
    else if (acts && player === COMPUTER) this.#note.textContent = t("thinking");
    else this.#note.textContent = "";
  }

  /** @param passed milliseconds since the clock came from the server */
  tick(clock, passed) {
    this.#clock.textContent = clock ? face(left(clock, this.#index, passed)) : "";
  }
}

function left(clock, index, passed) {
  const spent = clock.running === index ? clock.now - clock.since + passed : 0;
  return Math.max(0, clock.left[index] - spent);
}

function face(millis) {
  const seconds = Math.floor(millis / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24];
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days) return `${days}d ${two(hours)}:${rest.slice(0, 2)}`;
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, "");
}
