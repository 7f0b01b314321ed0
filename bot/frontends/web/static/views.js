// Views over the page: each has an address, opens as a dialog, and Back closes it.

import { wholeCard } from "./card.js";
import { openInvite, openSettings, openStart, show } from "./dialogs.js";
import { el } from "./dom.js";
import { openCard, openMine, openPerson } from "./mine.js";
import { pictureOf } from "./picture.js";
import { settings } from "./settings.js";
import { games, t } from "./texts.js";

export class Views {
  #model;
  #act;
  #open = null; // {name, arg, dialog}

  /**
   * @param {Record<string, any>} act {ask, press, go(link), begin(command), left(view), challenge(person), start(), manages(),
   * settings}: `start` gives the element that begins matches, `settings` what its dialog changes
   */
  constructor(model, act) {
    this.#model = model;
    this.#act = act;
  }

  /** Opens the view of that name, or closes the one that is open. */
  show(name, arg) {
    if (this.#open?.name === name && this.#open.arg === arg) return;
    const before = this.#open;
    this.#open = null;
    before?.dialog.close();
    const dialog = name ? this.#make(name, arg) : null;
    if (!dialog) return;
    const open = { name, arg, dialog };
    this.#open = open;
    dialog.addEventListener("close", () => {
      if (this.#open !== open) return;
      this.#open = null;
      this.#act.left(name);
    });
  }

  #make(name, arg) {
    switch (name) {
      case "settings":
        return openSettings(this.#act.settings);
      case "mine":
        return openMine(this.#act);
      case "invite":
        return openInvite(() => this.#act.ask({ type: "invite" }));
      case "new":
        return openStart(this.#act.start());
      case "person": {
        const person = this.#model.people.find(({ id }) => id === arg);
        return person ? openPerson(person, this.#act, this.#act.manages()) : null;
      }
      case "rules":
        return this.#ofGame(t("Rules"), "rules", arg);
      case "leaderboard":
        return this.#ofGame(t("Leaderboard"), "leaderboard", arg);
      case "profile":
        return this.#asked(t("Profile"), "profile");
      case "history":
        return this.#asked(t("History"), "history");
      case "help":
        return this.#asked(t("Help"), "help");
      case "privacy":
        return this.#asked(t("Privacy"), "privacy");
      case "text":
        return this.#followed(t("Text board"), (inside, session) => this.#text(inside, session));
      case "picture":
        return this.#followed(t("Picture"), (inside, session) => this.#picture(inside, session));
      default:
        return null;
    }
  }

  /** The game on the stage, else the one chosen last. */
  #game() {
    const { board } = this.#model.screensOf(this.#model.stage);
    return board?.game ?? settings().game ?? "";
  }

  #ofGame(title, verb, arg) {
    const id = arg ?? this.#game();
    const name = games().find((game) => game.id === id)?.name;
    return this.#asked(name ? `${title} · ${name}` : title, verb, id);
  }

  #asked(title, verb, arg = "") {
    const { dialog } = openCard(title, { type: "ask", verb, arg }, this.#act);
    dialog.classList.add("view");
    return dialog;
  }

  /** Something about the match on the stage, which keeps step with it. */
  #followed(title, fill) {
    const session = this.#model.stage;
    if (!this.#model.screensOf(session).board) return null;
    const inside = el("div", { class: "inside" });
    const follow = () => this.#model.stage === session && fill(inside, session);
    const dialog = show(title, inside);
    this.#model.addEventListener("stage", follow);
    dialog.addEventListener("close", () => this.#model.removeEventListener("stage", follow));
    follow();
    return dialog;
  }

  #text(inside, session) {
    const whisper = (card) => inside.replaceChildren(wholeCard(card, this.#act.press, this.#act));
    this.#act.ask({ type: "ask", verb: "text", session }, { whisper });
  }

  #picture(inside, session) {
    const shown = this.#model.screensOf(session).board;
    const address = pictureOf(shown);
    inside.replaceChildren(
      el("img", { class: "picture", src: address, alt: shown.card.alt, width: "640", height: "640" }),
      el("a", { class: "button", href: address, download: `${session}.png` }, t("Save")),
    );
  }
}
