// The side: my matches, the rooms, who is here. On a telephone it slides in.

import { all, avatar, byId, el } from "./dom.js";
import { opponents } from "./stage.js";
import { games, t } from "./texts.js";

/** @type {Group[]} */
const GROUPS = ["yours", "theirs", "open"];
const FEW = 8; // matches that the list shows until it is unfolded

export class Side {
  #unfolded = false;
  #model;
  #act;
  #side = document.getElementById("side");
  #veil = document.getElementById("veil");
  #menu = document.getElementById("menu");
  #narrow = matchMedia("(max-width: 1079px)");

  /** @param {Record<string, any>} act {room(name), show(session, rooms), challenge(person), person(person)} */
  constructor(model, act) {
    this.#model = model;
    this.#act = act;
    for (const name of ["welcome", "people"]) model.addEventListener(name, () => this.#people());
    for (const name of ["welcome", "rooms"]) model.addEventListener(name, () => this.#rooms());
    for (const name of ["welcome", "matches", "stage"]) {
      model.addEventListener(name, () => this.#matches());
    }
    this.#menu.addEventListener("click", () => this.open(this.#side.inert));
    this.#veil.addEventListener("click", () => this.open(false));
    this.#narrow.addEventListener("change", () => this.open(false));
    this.#side.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.open(false);
    });
    const form = byId("room-form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { room } = form.elements;
      if (room.value.trim()) act.room(room.value.trim());
      room.value = "";
      this.open(false);
    });
    this.open(false);
  }

  /** Slides in or out; where there is room it always stands open. */
  open(open) {
    const narrow = this.#narrow.matches;
    const was = !this.#side.inert;
    this.#side.inert = narrow && !open;
    this.#side.classList.toggle("open", narrow && open);
    this.#veil.hidden = !(narrow && open);
    this.#menu.setAttribute("aria-expanded", String(open));
    if (narrow && open) this.#side.querySelector("button").focus();
    else if (narrow && was && this.#side.contains(document.activeElement)) this.#menu.focus();
  }

  #rooms() {
    const item = (room) =>
      el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: "item",
            "aria-current": room === this.#model.room ? "true" : null,
            click: () => {
              this.#act.room(room);
              this.open(false);
            },
          },
          el("span", { class: "hash", "aria-hidden": "true" }, "#"),
          el("bdi", {}, room),
        ),
      );
    document.getElementById("rooms").replaceChildren(...this.#model.rooms.map(item));
  }

  #people() {
    const item = (person) => {
      const self = person.id === this.#model.me.id;
      return el(
        "li",
        { class: "here" },
        avatar(person),
        self ? el("bdi", { class: "name" }, person.name) : this.#person(person),
        self
          ? el("span", { class: "note" }, t("you"))
          : el(
              "button",
              {
                type: "button",
                class: "link",
                "aria-label": t("Challenge {name}", { name: person.name }),
                click: () => {
                  this.#act.challenge(person);
                  this.open(false);
                },
              },
              t("Challenge"),
            ),
      );
    };
    document.getElementById("people").replaceChildren(...this.#model.people.map(item));
  }

  /** The name, which leads to what can be done about them. */
  #person(person) {
    const click = () => {
      this.open(false);
      this.#act.person(person);
    };
    const look = { type: "button", class: "somebody name", "aria-haspopup": "dialog", click };
    return el("button", look, el("bdi", {}, person.name));
  }

  /** My matches by what they wait for; a long list shows its beginning and opens when asked. */
  #matches() {
    const matches = [...this.#model.matches.values()];
    const groups = Map.groupBy(matches, groupOf);
    const sorted = GROUPS.flatMap((group) => groups.get(group) ?? []);
    const shown = this.#unfolded ? sorted : sorted.slice(0, FEW);
    const items = shown.flatMap((match, index) => {
      const group = groupOf(match);
      const begins = groups.size > 1 && matches.length > FEW && (index === 0 || groupOf(shown[index - 1]) !== group);
      return [begins ? el("li", { class: "group" }, title(group)) : null, this.#match(match)];
    });
    const more = el(
      "button",
      { type: "button", class: "link", "aria-expanded": String(this.#unfolded), click: () => this.#unfold() },
      this.#unfolded ? t("Show fewer") : t("Show all {count}", { count: String(sorted.length) }),
    );
    if (sorted.length > FEW) items.push(el("li", { class: "all" }, more));
    document.getElementById("matches").replaceChildren(...items.filter(Boolean));
    document.getElementById("matches-part").hidden = matches.length === 0;
    const elsewhere = matches.filter((match) => waits(match) && match.session !== this.#model.stage);
    const badge = document.getElementById("badge");
    badge.hidden = elsewhere.length === 0;
    badge.textContent = String(elsewhere.length);
  }

  #match(match) {
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: `item ${waits(match) ? "waits" : ""}`,
          "data-session": match.session,
          "aria-current": match.session === this.#model.stage ? "true" : null,
          click: () => {
            this.#act.show(match.session, match.rooms);
            this.open(false);
          },
        },
        el("span", { class: "dot", "aria-hidden": "true" }),
        el(
          "span",
          { class: "called" },
          el("bdi", { class: "name" }, name(match)),
          el("span", { class: "note" }, this.#state(match)),
        ),
      ),
    );
  }

  #unfold() {
    this.#unfolded = !this.#unfolded;
    this.#matches();
    all("#matches .all button")[0].focus();
  }

  #state(match) {
    const game = games().find(({ id }) => id === match.game).name;
    return [game === name(match) ? "" : game, state(match)].filter(Boolean).join(" · ");
  }
}

/** Whether it waits for this person. */
function waits(match) {
  return match.yours || match.asked || match.offered;
}

/** @typedef {"yours" | "theirs" | "open"} Group */

/** @returns {Group} */
function groupOf(match) {
  if (waits(match)) return "yours";
  return match.status === "open" ? "open" : "theirs";
}

function title(group) {
  if (group === "yours") return t("Waiting for you");
  return group === "open" ? t("Open challenges") : t("Waiting for others");
}

function name(match) {
  return opponents(match) || t("Anyone here");
}

function state(match) {
  if (match.yours) return t("Your turn");
  if (match.offered) return t("Waiting for your answer");
  if (match.status === "open") return match.asked ? t("challenges you") : t("open challenge");
  return "";
}
