// The invitation to a match: against the computer with one press, or with somebody who is here.

import { smallBoard, START } from "./board.js";
import { avatar, el } from "./dom.js";
import { games, t } from "./texts.js";

const CLOCKS = ["none", "5+3", "10+5", "30+10", "1d"];

export class Start {
  #model;
  #ask;
  #people = el("ul", { class: "choose-people" });
  #fields = {};
  element = el("div", { class: "start" });

  /** @param ask called with the verb, its argument, options and opponent */
  constructor(model, ask) {
    this.#model = model;
    this.#ask = ask;
    model.addEventListener("people", () => this.refresh());
  }

  /** Builds it in the present language. */
  build() {
    const [game] = games();
    this.element.replaceChildren(
      smallBoard(START),
      el("h2", {}, t("A game of {game}?", { game: game.name })),
      el(
        "section",
        {},
        el("h3", {}, t("Play the computer")),
        el("div", { class: "levels" }, ...game.levels.map((level, i) => this.#level(level, i))),
      ),
      el("section", {}, el("h3", {}, t("Challenge somebody")), this.#people),
      this.#options(game),
    );
    this.refresh();
  }

  refresh() {
    const others = this.#model.people.filter((person) => person.id !== this.#model.me.id);
    this.#people.replaceChildren(
      ...others.map((person) =>
        el(
          "li",
          {},
          this.#button(person.id, avatar(person), el("bdi", { class: "name" }, person.name)),
        ),
      ),
      el("li", {}, this.#button(null, el("span", { class: "avatar open-to-all" }, "?"), t("Anybody here"))),
    );
  }

  #level(level, index) {
    const pips = Array.from({ length: 4 }, (_, i) => el("i", { class: i <= index ? "on" : "" }));
    return el(
      "button",
      {
        type: "button",
        class: "level",
        "data-level": level.id,
        click: () => this.#ask("play", { ...this.#chosen(), level: level.id }, null),
      },
      el("span", { class: "pips", "aria-hidden": "true" }, ...pips),
      level.name,
    );
  }

  #button(opponent, ...children) {
    return el(
      "button",
      {
        type: "button",
        class: "person",
        click: () => this.#ask("challenge", this.#chosen(), opponent),
      },
      ...children,
    );
  }

  #options(game) {
    const first = [
      ["lot", t("by lot")],
      ["challenger", t("I do")],
      ["opponent", t("the other side")],
    ];
    const clocks = CLOCKS.map((clock) => [clock, clock === "none" ? t("no clock") : clock]);
    const yesOrNo = [
      ["yes", t("yes")],
      ["no", t("no")],
    ];
    return el(
      "details",
      { class: "options" },
      el("summary", {}, t("Options")),
      el(
        "div",
        { class: "fields" },
        this.#field("first", t("Who begins"), first),
        this.#field("clock", t("Clock"), clocks),
        ...game.options.map((option) =>
          this.#field(
            option.key,
            t("Opening"),
            option.values.map((value) => [value.id, value.name]),
          ),
        ),
        this.#field("rated", t("Counts for the leaderboard"), yesOrNo),
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
