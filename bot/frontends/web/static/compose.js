// The line to type in: chat, bare moves, and commands with their words completed.

import { el } from "./dom.js";
import { games, t } from "./texts.js";

const CLOCKS = ["clock=5+3", "clock=10+5", "clock=1d"];
const FIRST = ["first=challenger", "first=opponent"];
const MOST = 16;

export class Compose {
  #model;
  #send;
  #field = document.getElementById("said");
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

  focus() {
    this.#field.focus();
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
      .filter(([word]) => word.toLowerCase().startsWith(typed) && word.toLowerCase() !== typed)
      .slice(0, MOST);
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
    const levels = games()[0].levels.map((level) => [level.id, level.name]);
    const options = games()[0].options.flatMap((option) =>
      option.values.map((value) => [`${option.key}=${value.id}`, value.name]),
    );
    const terms = [...options, ...[...CLOCKS, ...FIRST].map((word) => [word, ""])];
    const people = this.#model.people
      .filter((person) => person.id !== this.#model.me.id)
      .map((person) => [`@${person.name.replaceAll(" ", "_")}`, ""]);
    if (verb === "/play") return [...names, ...levels, ...terms];
    if (verb === "/challenge") return [...people, ...names, ...terms, ["rated=no", t("casual")]];
    if (verb === "/leaderboard") {
      return ["room", "everywhere", "always", "month", "week"].map((word) => [word, ""]);
    }
    return verb === "/rules" ? names : [];
  }
}

const TAKES_MORE = new Set(["/play", "/challenge", "/leaderboard", "/rules", "/move", "/join", "/watch"]);

function commands() {
  return [
    ["/play", t("a match against the computer")],
    ["/challenge", t("offers a match to somebody, or to anybody")],
    ["/move", t("plays a square, like d3")],
    ["/draw", t("offers a draw")],
    ["/takeback", t("asks for the last move back")],
    ["/resign", t("gives the match up")],
    ["/rematch", t("the same again, colours swapped")],
    ["/games", t("my matches")],
    ["/join", t("takes a seat by its code")],
    ["/watch", t("watches a match by its code")],
    ["/leaderboard", t("who wins most")],
    ["/board", t("the board again, below")],
    ["/text", t("the board in characters")],
    ["/rules", t("how the game goes")],
    ["/help", t("what I can do")],
    ["/privacy", t("what is kept about you")],
  ];
}
