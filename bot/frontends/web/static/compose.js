// The line to type in: chat, bare moves, and commands with their words completed.

import { byId, el } from "./dom.js";
import { games, t, verbs } from "./texts.js";

const CLOCKS = ["clock=5+3", "clock=10+5", "clock=1d"];
const FIRST = ["first=challenger", "first=opponent"];

export class Compose {
  #model;
  #send;
  #field = byId("said");
  #list = document.getElementById("suggestions");
  #choices = [];
  #active = -1;

  /** @param send called with the text; gives whether it was taken */
  constructor(model, send) {
    this.#model = model;
    this.#send = send;
    this.#field.addEventListener("input", () => this.#suggest());
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.#field.addEventListener("blur", () => this.#close());
    document.getElementById("compose").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    addEventListener("keydown", (event) => this.#summon(event));
  }

  /** Brings a command into the line, to be sent or gone on with. */
  begin(command) {
    this.#field.value = `${command} `;
    this.#field.focus();
    this.#suggest();
  }

  async #submit() {
    const text = this.#field.value.trim();
    this.#close();
    if (!text) return;
    this.#field.value = "";
    if (!(await this.#send(text)) && !this.#field.value) this.#field.value = text;
  }

  /** "/" anywhere brings the line up. */
  #summon(event) {
    const typing = event.target.closest?.("input, select, textarea, dialog");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#field.focus();
    this.#field.value = "/";
    this.#suggest();
  }

  #key(event) {
    if (this.#list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const by = event.key === "ArrowDown" ? 1 : -1;
      const count = this.#choices.length;
      this.#mark((this.#active + by + count + (this.#active < 0 && by < 0 ? 1 : 0)) % count);
    } else if (event.key === "Tab" && !event.shiftKey) {
      this.#take(this.#choices[Math.max(0, this.#active)]);
    } else if (event.key === "Enter" && this.#active >= 0) {
      this.#take(this.#choices[this.#active]);
    } else if (event.key === "Escape") {
      this.#close();
    } else return;
    event.preventDefault();
  }

  #suggest() {
    const text = this.#field.value;
    const words = text.split(" ");
    const typed = words.at(-1).toLowerCase();
    const found = text.startsWith("/") ? this.#words(words) : [];
    this.#choices = found
      .filter(([word]) => word.toLowerCase().startsWith(typed) && word.toLowerCase() !== typed);
    this.#active = -1;
    this.#list.replaceChildren(...this.#choices.map((choice, index) => this.#item(choice, index)));
    this.#show(this.#choices.length > 0);
  }

  #item([word, text], index) {
    return el(
      "li",
      {
        id: `suggestion-${index}`,
        role: "option",
        "aria-selected": "false",
        mousedown: (event) => {
          event.preventDefault(); // the line keeps the focus
          this.#take([word]);
        },
      },
      el("b", {}, word),
      text ? el("span", {}, text) : null,
    );
  }

  #take([word]) {
    const before = this.#field.value.split(" ").slice(0, -1);
    this.#field.value = [...before, word].join(" ") + (TAKES_MORE.has(word) || before.length ? " " : "");
    this.#suggest();
  }

  #mark(index) {
    this.#active = index;
    [...this.#list.children].forEach((item, at) => {
      item.setAttribute("aria-selected", String(at === index));
    });
    this.#list.children[index].scrollIntoView({ block: "nearest" });
    this.#field.setAttribute("aria-activedescendant", `suggestion-${index}`);
  }

  #close() {
    this.#show(false);
  }

  #show(open) {
    this.#list.hidden = !open;
    this.#field.setAttribute("aria-expanded", String(open));
    this.#field.removeAttribute("aria-activedescendant");
  }

  /** What can stand at the end of this line: pairs of a word and what it does. */
  #words(words) {
    if (words.length === 1) return commands();
    const [verb] = words;
    const names = games().map((game) => [game.id, game.name]);
    const game = games().find((each) => words.includes(each.id)) ?? games()[0];
    const levels = game.levels.map((level) => [level.id, level.name]);
    const options = game.options.flatMap((option) =>
      option.values.map((value) => [`${option.key}=${value.id}`, value.name]),
    );
    if (game.seats.includes(4)) options.push(["seats=4", t("Two against two")]);
    const terms = [...options, ...[...CLOCKS, ...FIRST].map((word) => [word, ""])];
    const people = this.#model.people
      .filter((person) => person.id !== this.#model.me.id)
      .map((person) => [`@${person.name.replaceAll(" ", "_")}`, ""]);
    if (verb === "/play") return [...names, ...levels, ...terms];
    if (verb === "/challenge") return [...people, ...names, ...terms];
    if (verb === "/leaderboard") {
      return ["room", "everywhere", "always", "month", "week"].map((word) => [word, ""]);
    }
    return verb === "/rules" ? names : [];
  }
}

const TAKES_MORE = new Set(["/play", "/challenge", "/leaderboard", "/rules", "/move", "/join", "/watch"]);

function commands() {
  return [
    ...Object.entries(verbs()).map(([verb, does]) => [`/${verb}`, does]),
    ["/text", t("show the board as text")],
  ];
}
