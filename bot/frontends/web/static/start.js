// The invitation to a match: against the computer with one press, or with somebody who is here.

import { avatar, el } from "./dom.js";
import { looksOf } from "./games.js";
import { keep, settings } from "./settings.js";
import { games, t } from "./texts.js";

const CLOCKS = ["none", "5+3", "10+5", "30+10", "1d"];

export class Start {
  #model;
  #ask;
  #people = el("ul", { class: "choose-people" });
  #fields = {};
  #game = null;
  element = el("div", { class: "start" });

  /** @param ask called with the verb, the game, options and opponent */
  constructor(model, ask) {
    this.#model = model;
    this.#ask = ask;
    model.addEventListener("people", () => this.refresh());
  }

  /** Builds it in the present language. */
  build() {
    const all = games();
    const wanted = this.#game?.id ?? settings().game;
    const game = all.find((each) => each.id === wanted) ?? all[0];
    this.#game = game;
    this.#fields = {};
    const looks = looksOf(game.id);
    const alone = game.seats.includes(1);
    const levels = game.levels.map((level, index) => this.#level(level, index));
    const parts = [
      looks.small(looks.first),
      el("h2", {}, t("Play {game}", { game: game.name })),
      this.#choice(all),
      el("p", { class: "tip" }, game.hint),
      ...(alone ? [el("h3", {}, t("Play solo")), this.#alone()] : []),
      ...(levels.length ? [el("h3", {}, t("Play the computer"))] : []),
      levels.length ? el("div", { class: "levels" }, ...levels) : null,
      el("h3", {}, t("Challenge someone")),
      this.#people,
      alone ? null : this.#options(game),
    ];
    this.element.replaceChildren(...parts.filter(Boolean));
    this.refresh();
  }

  #choice(all) {
    const choose = (game) => {
      this.#game = game;
      keep({ game: game.id });
      this.build();
      this.element.querySelector("[aria-pressed=true]").focus();
    };
    const button = (game) =>
      el(
        "button",
        {
          type: "button",
          class: "button",
          "data-game": game.id,
          "aria-pressed": String(game.id === this.#game.id),
          click: () => choose(game),
        },
        game.name,
      );
    return el("div", { class: "games" }, ...all.map(button));
  }

  refresh() {
    const others = this.#model.people.filter((person) => person.id !== this.#model.me.id);
    const ways = [
      ...others.map((person) =>
        el(
          "li",
          {},
          this.#button(person.id, avatar(person), el("bdi", { class: "name" }, person.name)),
        ),
      ),
      el("li", {}, this.#button(null, el("span", { class: "avatar open-to-all" }, "?"), t("Anyone here"))),
      this.#game?.seats.includes(4) ? el("li", {}, this.#foursome()) : null,
    ];
    this.#people.replaceChildren(...ways.filter(Boolean));
  }

  #alone() {
    const click = () => this.#ask("play", this.#game.id, {}, null);
    return el("button", { type: "button", class: "button primary alone", click }, t("Play"));
  }

  #level(level, index) {
    const pips = Array.from({ length: this.#game.levels.length }, (_, i) => el("i", { class: i <= index ? "on" : "" }));
    return el(
      "button",
      {
        type: "button",
        class: "level",
        "data-level": level.id,
        click: () => this.#play(level.id),
      },
      el("span", { class: "pips", "aria-hidden": "true" }, ...pips),
      level.name,
    );
  }

  /** Against the computer hints need no word. */
  #play(level) {
    const { hints, ...chosen } = this.#chosen();
    this.#ask("play", this.#game.id, { ...chosen, level }, null);
  }

  #button(opponent, ...children) {
    const click = () => this.#ask("challenge", this.#game.id, this.#chosen(), opponent);
    return el("button", { type: "button", class: "person", click }, ...children);
  }

  /** Sides are chosen afterwards, in the room; partners get no hints. */
  #foursome() {
    const click = () => {
      const { hints, ...chosen } = this.#chosen();
      this.#ask("challenge", this.#game.id, { ...chosen, seats: "4" }, null);
    };
    const sign = el("span", { class: "avatar open-to-all" }, "2:2");
    return el("button", { type: "button", class: "person", click }, sign, t("Two against two"));
  }

  #options(game) {
    const first = [
      ["lot", t("random")],
      ["challenger", t("me")],
      ["opponent", t("opponent")],
    ];
    const hints = [
      ["no", t("no hints")],
      ["yes", t("hints allowed")],
    ];
    const clocks = CLOCKS.map((clock) => [clock, clock === "none" ? t("no clock") : clock]);
    return el(
      "details",
      { class: "options" },
      el("summary", {}, t("Options")),
      el(
        "div",
        { class: "fields" },
        this.#field("first", t("Who goes first"), first),
        this.#field("clock", t("Clock"), clocks),
        game.levels.length ? this.#field("hints", t("Hints"), hints) : null,
        ...game.options.map((option) =>
          this.#field(
            option.key,
            t("Opening"),
            option.values.map((value) => [value.id, value.name]),
          ),
        ),
      ),
    );
  }

  #field(key, label, choices) {
    const values = choices.map(([value, name]) => el("option", { value }, name));
    const select = el("select", { name: key }, ...values);
    this.#fields[key] = select;
    return el("label", {}, el("span", {}, label), select);
  }

  #chosen() {
    const entries = Object.entries(this.#fields).map(([key, select]) => [key, select.value]);
    return Object.fromEntries(entries);
  }
}
