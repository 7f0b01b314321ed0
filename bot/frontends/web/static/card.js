// Cards: finished text, buttons, menus, links. Buttons carry tokens; what one means the server knows.

import { el, icon } from "./dom.js";
import { t, verbs } from "./texts.js";

/** The lines of a card, the first one in `first` if that is given. No line begins with a dot. */
export function textLines(text, first = "p", inside = sides) {
  return text
    .replaceAll(" · ", "\u00a0· ")
    .split("\n")
    .filter(Boolean)
    .map((line, index) =>
      el(index === 0 ? first : "p", { class: "line" }, ...inside(line).flatMap(isolated)),
    );
}

/** Both sides of a match in one line break as two, and neither from what it has so far. */
function sides(line) {
  const parts = line.split(/ {2,}/);
  if (parts.length === 1) return parts;
  return parts.map((part) => {
    const text = part.replace(/ (?=\S+$)/, "\u00a0");
    return el("span", { class: "part" }, ...isolated(text), " ");
  });
}

const RIGHT_TO_LEFT = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff";
const RUN = new RegExp(`([${RIGHT_TO_LEFT}](?:[^a-zA-Z0-9\\n]*[${RIGHT_TO_LEFT}])?)`);

/**
 * A sentence in the page's language keeps its direction whatever name is in it: what is written from
 * right to left is isolated. Elements pass as they are.
 */
function isolated(text) {
  if (typeof text !== "string") return [text];
  return text.split(RUN).map((part, index) => (index % 2 ? el("bdi", {}, part) : part));
}

/** What is hidden in a card's only line is shown when it is pressed. */
export function veiled({ text, hidden: [start, end] }) {
  if (start === end) return undefined;
  const signs = [...text];
  const inside = signs.slice(start, end).join("");
  const veil = el(
    "button",
    {
      type: "button",
      class: "spoiler",
      "aria-label": t("Show spoiler"),
      click: () => veil.replaceWith(inside),
    },
    "•".repeat(end - start),
  );
  return () => [signs.slice(0, start).join(""), veil, signs.slice(end).join("")];
}

/** Texts name commands in quotes, as "play" is; here they begin with a slash and can be pressed. */
function withCommands(begin) {
  return (line) =>
    line.split(/([“«]\s?[a-z]+\s?[”»](?:\s?[:;,.])?)/).map((part) => {
      const [, word, sign] = part.match(/^[“«]\s?([a-z]+)\s?[”»](.*)$/) ?? [];
      if (!word || !(word in verbs())) return part;
      const command = `/${word}`;
      const button = el("button", { type: "button", class: "link", click: () => begin(command) }, command);
      return sign ? el("span", { class: "together" }, button, sign) : button;
    });
}

/** Buttons and menus, row by row; `press(token, button)` is called with what somebody pressed. */
export function cardRows(card, press) {
  return card.rows.map((row) =>
    row.placeholder === null
      ? el("div", { class: "row" }, ...row.buttons.map((each) => cardButton(each, press)))
      : menu(row, press),
  );
}

/** Chats without styles need a sign before the word; here it would be one sign too many. */
function plainLabel(label) {
  return label.replace(/^[^\p{L}\p{Nd}]+\s+/u, "");
}

function cardButton(button, press) {
  const element = el(
    "button",
    {
      type: "button",
      class: `button ${button.style}`,
      "data-token": button.token,
      disabled: !button.enabled,
      click: () => press(button.token, element),
    },
    plainLabel(button.label),
  );
  return element;
}

function menu(row, press) {
  const choices = row.buttons.map((each) => el("option", { value: each.token }, each.label));
  return el(
    "select",
    {
      class: "menu",
      "aria-label": row.placeholder,
      change: (event) => press(event.target.value, event.target),
    },
    el("option", { value: "", selected: true, disabled: true }, row.placeholder),
    ...choices,
  );
}

/** The pages of a review: the next one takes the place of the last. */
const TURNS = /-review-\w+$/;

/**
 * A card that only this window sees. `close` is called when something on it was chosen, `id` is that
 * of the answer it came with: what follows under the same id takes its place (`fill`).
 */
export function whisper(name, card, act, close, id = "") {
  const dismiss = el(
    "button",
    {
      type: "button",
      class: "plain dismiss",
      "aria-label": t("Dismiss"),
      title: t("Dismiss"),
      click: close,
    },
    icon("close"),
  );
  const press = (token, button) => {
    if (TURNS.test(token)) {
      act.press(token, button, { whisper: turned });
      return;
    }
    close();
    act.press(token, button);
  };
  const turned = (next, answer) => {
    element.dataset.answer = answer;
    element.fill(next);
  };
  const only = el("p", { class: "only" }, t("Only you can see this"));
  const shown = wholeCard(card, press, act);
  const element = el(name, { class: "whisper", "data-answer": id }, only, shown, dismiss);
  element.fill = (next) => {
    const old = element.querySelector(".card");
    const focused = labels(old).indexOf(document.activeElement?.textContent);
    const fresh = wholeCard(next, press, act);
    const label = focused < 0 ? null : document.activeElement.textContent;
    old.replaceWith(fresh);
    if (label !== null) follow(fresh, label).focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  };
  return element;
}

function labels(card) {
  return [...card.querySelectorAll("button")].map((button) => button.textContent);
}

/** Where the keyboard goes on when a card was replaced: the same button, or the first that works. */
function follow(card, label) {
  const buttons = [...card.querySelectorAll("button:enabled")];
  return buttons.find((button) => button.textContent === label) ?? buttons[0];
}

/** A private card in full. @param {Record<string, any>} act {go(link), begin(command)}: what links in it do */
export function wholeCard(card, press, act) {
  const { go, begin } = act;
  const links = card.links.map((link) =>
    el("button", { type: "button", class: "link", click: () => go(link) }, link.label),
  );
  return el(
    "div",
    { class: "card" },
    ...textLines(card.text, "p", withCommands(begin)),
    card.monospace ? el("pre", { class: "monospace" }, card.monospace) : null,
    ...cardFiles(card),
    links.length ? el("div", { class: "links" }, ...links) : null,
    ...cardRows(card, press),
  );
}

/** What a card brings along. */
export function cardFiles(card) {
  return (card.files ?? []).map((file) => shownFile(file, card));
}

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A button that stops a moving picture, at its first frame, and lets it go on. */
function pausing(picture) {
  const still = el("canvas", { class: "picture", role: "img", "aria-label": picture.alt });
  const button = el("button", { type: "button", class: "button", click: () => turn(picture.isConnected) });
  const turn = (stop) => {
    if (stop) {
      Object.assign(still, { width: picture.naturalWidth, height: picture.naturalHeight });
      still.getContext("2d").drawImage(picture, 0, 0);
    }
    (stop ? picture : still).replaceWith(stop ? still : picture);
    button.textContent = stop ? t("Play") : t("Pause");
  };
  button.textContent = t("Pause");
  picture.addEventListener("load", () => calm.matches && turn(true), { once: true });
  return button;
}

/** A picture to look at, or something to keep. */
function shownFile({ name, address }, card) {
  const link = { class: "button", href: address, download: name };
  if (!/\.(gif|png)$/.test(name)) return el("a", link, `${t("Save")} · ${name}`);
  const alt = card.alt || card.text.split("\n")[0];
  const keep = el("a", { ...link, "aria-label": `${t("Save")} · ${name}` }, t("Save"));
  const picture = el("img", { class: "picture", src: address, alt });
  const row = el("div", { class: "row" }, keep);
  if (name.endsWith(".gif")) row.prepend(pausing(picture));
  return el("div", { class: "file" }, picture, row);
}
