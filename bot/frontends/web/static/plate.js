// The plate of one side: its name or names, what counts so far, clocks, and whose turn it is.
//
// A computer's name has its level in brackets, and there is no place for both in one line of a telephone:
// the level stands below, or below its own name where partners share a plate.

import { el, svg } from "./dom.js";
import { looksOf } from "./games.js";
import { t } from "./texts.js";

const COMPUTER = "computer";
const LOW = 20_000; // milliseconds; a clock that has less and runs is shown in red
const TENTHS = 10_000; // milliseconds; below it tenths count
const PAIRS = 5; // of captures there is place to show; they win

/** One plate a side. */
export function platesOf(shown) {
  const sides = new Map();
  shown.seats.forEach(({ side }, seat) => sides.set(side, [...(sides.get(side) ?? []), seat]));
  const looks = looksOf(shown.card.board.game);
  return [...sides].map(([side, seats]) => new Plate(seats, looks.colours[side], looks.captures));
}

export class Plate {
  #seats;
  #names;
  #clocks;
  #tally = el("span", { class: "tally" });
  #gauge = null;
  #level = el("span", { class: "skill" });
  #note = el("span", { class: "note" });
  element = el("div", { class: "plate" });

  /**
   * @param seats those of the side; partners stand one above the other
   * @param captures whether captured pairs are shown
   */
  constructor(seats, colour, captures) {
    this.#seats = seats;
    this.#names = seats.map(() => el("bdi", { class: "name" }));
    this.#clocks = seats.map(() => el("span", { class: "clock", role: "timer" }));
    const foot = el("p", { class: "foot" });
    if (captures) foot.append((this.#gauge = el("span", { class: "gauge", "aria-hidden": "true" })));
    foot.prepend(this.#level);
    foot.append(this.#note);
    const sign = el("span", { class: `sign ${colour ?? "none"}`, "aria-hidden": "true" });
    this.element.append(
      sign,
      el("div", { class: "names" }, ...this.#names),
      el("div", { class: "clocks" }, ...this.#clocks),
      this.#tally,
      foot,
    );
    this.element.dataset.takes = colour === "X" ? "O" : "X";
  }

  fill(shown) {
    const acting = this.#seats.find((seat) => seat === shown.card.board.to_act);
    const thinks = acting !== undefined && shown.seats[acting].player === COMPUTER;
    this.#seats.forEach((seat, at) => {
      const [name, level] = parted(shown.seats[seat]);
      this.#names[at].textContent = name;
      if (this.#seats.length === 1) this.#level.textContent = level;
      else if (level) this.#names[at].append(el("span", { class: "skill" }, ` (${level})`));
      this.#names[at].classList.toggle("waits", this.#seats.length > 1 && acting !== seat);
    });
    const { tally } = shown.seats[this.#seats[0]];
    this.#tally.textContent = tally === null ? "" : String(tally).replace("-", "\u2212");
    this.#gauge?.replaceChildren(...pairs(tally ?? 0));
    this.element.classList.toggle("acts", acting !== undefined);
    this.element.classList.toggle("thinks", thinks);
    if (acting !== undefined && shown.mine.includes(acting)) this.#note.textContent = t("Your turn");
    else this.#note.textContent = thinks ? t("thinking") : "";
    const bare = !this.#gauge && !this.#level.textContent && !this.#note.textContent;
    this.element.classList.toggle("bare", bare);
  }

  /** @param passed milliseconds since the clock came from the server */
  tick(clock, passed) {
    this.#seats.forEach((seat, at) => {
      const rest = clock && left(clock, seat, passed);
      this.#clocks[at].textContent = clock ? face(rest) : "";
      this.#clocks[at].classList.toggle("low", clock?.running === seat && rest < LOW);
    });
  }
}

/** Who sits there, and what is in brackets behind a computer. */
function parted({ player, name }) {
  const found = player === COMPUTER && name.match(/^(.+) \((.+)\)$/);
  return found ? [found[1], found[2]] : [name, ""];
}

/** The captured pairs as stones, and places for those that are still needed. */
function pairs(taken) {
  return Array.from({ length: PAIRS }, (_, i) =>
    svg(
      "svg",
      { class: i < taken ? "pair taken" : "pair", viewBox: "0 0 15 12" },
      svg("circle", { cx: 5, cy: 7, r: 4 }),
      svg("circle", { cx: 10, cy: 5, r: 4 }),
    ),
  );
}

function left(clock, seat, passed) {
  const spent = clock.running === seat ? clock.now - clock.since + passed : 0;
  return Math.max(0, clock.left[seat] - spent);
}

function face(millis) {
  if (millis < TENTHS) return `0:0${(Math.floor(millis / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(millis / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24];
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days) return `${days}d ${two(hours)}:${rest.slice(0, 2)}`;
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, "");
}
