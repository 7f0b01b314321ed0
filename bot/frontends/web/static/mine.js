// What is asked of the server in a dialog: one's own settings and data, what can be done about somebody.

import { wholeCard } from "./card.js";
import { show } from "./dialogs.js";
import { el } from "./dom.js";
import { t } from "./texts.js";

/** One's own settings, and from there accounts and data; gives the dialog. @param act as of `openCard` */
export function openMine(act) {
  const message = { type: "ask", verb: "settings" };
  const again = () => act.ask(message, reader);
  const back = el("button", { type: "button", class: "link", click: again }, t("Back"));
  const { dialog, reader } = openCard(t("My settings"), message, act, back);
  return dialog;
}

/**
 * Shows the card that answers a message in a dialog; what is pressed on it is answered there too.
 * Gives the dialog, and the reader that shows answers there.
 * @param {Record<string, any>} act {ask(message, reader), press(token, button, reader), go(link), begin(command)}
 */
export function openCard(title, message, act, ...below) {
  const inside = el("div", { class: "inside", "aria-live": "polite" });
  const leaving = (follow) => (where) => {
    dialog.close();
    follow(where);
  };
  const ways = { go: leaving(act.go), begin: leaving(act.begin) };
  const reader = {
    whisper: (card) => inside.replaceChildren(wholeCard(card, press, ways)),
    refuse: (text) => reader.whisper({ text, rows: [], links: [], monospace: "" }),
  };
  const press = (token, button) => act.press(token, button, reader);
  const dialog = show(title, inside, ...below);
  act.ask(message, reader);
  return { dialog, reader };
}

/** What can be done about somebody who is here; gives the dialog. @param manages whether this window runs the rooms */
export function openPerson(person, act, manages) {
  const about = (verb) => ({ type: "ask", verb, opponent: person.id });
  const way = (label, follow, look = "") =>
    el(
      "button",
      {
        type: "button",
        class: `button ${look}`,
        click: () => {
          dialog.close();
          follow();
        },
      },
      label,
    );
  const card = (verb) => () => openCard(person.name, about(verb), act);
  const dialog = show(
    person.name,
    el(
      "div",
      { class: "row" },
      way(t("Challenge"), () => act.challenge(person), "primary"),
      way(t("Profile"), card("profile")),
      way(t("Block"), card("block"), "danger"),
      manages ? way(t("Bar from the page"), card("bar"), "danger") : null,
    ),
  );
  return dialog;
}
