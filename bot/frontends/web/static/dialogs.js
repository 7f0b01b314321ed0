// The dialogs: who are you, settings, invite, a new match. Native <dialog>, so focus and Escape work.

import { smallBoard, START } from "./drawing.js";
import { all, avatar, el, icon } from "./dom.js";
import { be, forget, forgetMe, me, remembered } from "./people.js";
import { keep, LOOKS, settings, THEMES } from "./settings.js";
import { play } from "./sound.js";
import { locale, locales, t } from "./texts.js";

/** Asks for a name; the promise gives {name, ticket}. */
export function askWho(changeLocale) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { class: "who", cancel: (event) => event.preventDefault() });
    const done = (person) => {
      be(person);
      dialog.close();
      dialog.remove();
      resolve(person);
    };
    const draw = () => dialog.replaceChildren(...whoParts(done, draw, changeLocale));
    draw();
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector("input").focus();
  });
}

function whoParts(done, draw, changeLocale) {
  const name = el("input", {
    id: "name",
    name: "name",
    maxlength: "40",
    required: true,
    autocomplete: "off",
    dir: "auto",
  });
  const form = el(
    "form",
    {
      submit: (event) => {
        event.preventDefault();
        if (name.value.trim()) done({ name: name.value.trim(), ticket: "" });
        else name.value = "";
      },
    },
    el("label", { for: "name" }, t("Your name")),
    el("div", { class: "with-button" }, name, el("button", { class: "button primary" }, t("Enter"))),
  );
  const known = remembered().map((person) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "person", click: () => done(person) },
        avatar({ id: person.ticket, name: person.name }),
        el("bdi", {}, t("Continue as {name}", { name: person.name })),
      ),
      el(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": t("Forget {name}", { name: person.name }),
          click: () => {
            forget(person.ticket);
            draw();
          },
        },
        icon("close"),
      ),
    ),
  );
  return [
    smallBoard(START),
    el("h2", {}, "Tavola"),
    form,
    known.length ? el("ul", { class: "known" }, ...known) : null,
    languageField(async (wish) => {
      await changeLocale(wish);
      draw();
    }),
  ].filter(Boolean);
}

function languageField(change) {
  const options = Object.entries(locales()).map(([id, name]) =>
    el("option", { value: id, selected: id === locale(), lang: id }, name),
  );
  const select = el(
    "select",
    { name: "locale", change: (event) => change(event.target.value) },
    ...options,
  );
  return el("label", { class: "field" }, el("span", {}, t("Language")), select);
}

/** Gives the dialog. @param {Record<string, any>} act {locale(id), theme(name), rename(name), leave(), more()} */
export function openSettings(act) {
  const name = el("input", { name: "name", maxlength: "40", dir: "auto", value: me().name });
  const rename = () => {
    const typed = name.value.trim();
    if (typed && typed !== me().name) act.rename(typed);
  };
  name.addEventListener("change", rename);
  const labels = { auto: t("match system"), light: t("light"), dark: t("dark") };
  const themes = { classic: t("classic"), wood: t("wood"), dark: t("dark"), shapes: t("shapes") };
  return show(
    t("Settings"),
    el("label", { class: "field" }, el("span", {}, t("Name")), name),
    languageField((wish) => {
      act.locale(wish);
      all("dialog[open]")[0]?.close();
    }),
    choice("look", t("Appearance"), LOOKS, labels, settings().look),
    choice("theme", t("Board"), THEMES, themes, settings().theme, true, act.theme),
    toggle("coordinates", t("Coordinates")),
    toggle("sound", t("Sounds"), () => play([523], 0.2)),
    el(
      "button",
      {
        type: "button",
        class: "button",
        click: () => {
          all("dialog[open]")[0]?.close();
          act.more();
        },
      },
      t("Reminders, accounts, my data …"),
    ),
    el(
      "button",
      {
        type: "button",
        class: "button",
        click: () => {
          forgetMe();
          act.leave();
        },
      },
      t("Switch player"),
    ),
  );
}

/** A switch of this browser. @param told called once it is on */
function toggle(key, label, told = () => {}) {
  const change = ({ target }) => {
    keep({ [key]: target.checked });
    if (target.checked) told();
  };
  const box = el("input", { type: "checkbox", role: "switch", name: key, checked: settings()[key], change });
  return el("label", { class: "switch" }, box, el("span", {}, label));
}

function choice(key, label, values, names, chosen, pictured = false, told = (value) => {}) {
  const radios = values.map((value) =>
    el(
      "label",
      { class: "option", "data-theme": pictured ? value : null },
      el("input", {
        type: "radio",
        name: key,
        value,
        checked: value === chosen,
        change: () => {
          keep({ [key]: value });
          told(value);
        },
      }),
      pictured ? smallBoard(START) : null,
      el("span", {}, names[value]),
    ),
  );
  return el(
    "fieldset",
    { class: pictured ? "pictured" : "" },
    el("legend", {}, label),
    el("div", { class: "choices" }, ...radios),
  );
}

/** Gives the dialog. @param ask asks for a fresh one-time address; gives {link, reach} or a refusal */
export function openInvite(ask) {
  const field = el("input", { readonly: true, "aria-label": t("Link"), value: "" });
  const copied = el("span", { class: "note", role: "status" });
  const reach = el("p", { class: "reach", hidden: true });
  const copy = async () => {
    field.select();
    copied.textContent = (await copies(field))
      ? t("Copied")
      : t("The browser does not allow copying. The link is selected: copy it with the keyboard or the menu.");
  };
  const dialog = show(
    t("Second window"),
    el("p", {}, t("Opens another window in this browser. Choose a second name there to play both sides.")),
    el(
      "button",
      {
        type: "button",
        class: "button primary",
        click: () => window.open(location.href.replace(/\/invite$/, ""), "_blank", "noopener"),
      },
      t("Open window"),
    ),
    el("h3", {}, t("Invite link")),
    el("p", {}, t("This link works once and expires in 24 hours.")),
    el(
      "div",
      { class: "with-button" },
      field,
      el("button", { type: "button", class: "button", click: copy }, t("Copy")),
    ),
    copied,
    reach,
  );
  ask().then(({ link = "", local }) => {
    field.value = link;
    reach.hidden = !local;
    reach.textContent = t("It works on this machine only. Set web.public_url to let others in: docs/self-hosting.md says how.");
  });
  return dialog;
}

/** Copies the selected field, if the browser allows it in one way or another. */
async function copies(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy"); // without HTTPS there is no clipboard
  }
}

/** A new match, from anywhere. */
export function openStart(start) {
  start.build();
  return show(t("New match"), start.element);
}

/** All about this person is deleted; closing it goes on as somebody new. */
export function openFarewell(close) {
  const dialog = show(
    t("Goodbye"),
    el("p", {}, t("Everything about you has been deleted. You can come back as a new player.")),
    el("button", { type: "button", class: "button", click: () => dialog.close() }, t("Enter")),
  );
  dialog.addEventListener("close", close);
}

/** Shows a dialog with a title and a way out; gives it. */
export function show(title, ...children) {
  const close = el(
    "button",
    { type: "button", class: "plain dismiss", "aria-label": t("Close"), click: () => dialog.close() },
    icon("close"),
  );
  const sheet = el("div", { class: "sheet" }, el("h2", {}, title), ...children);
  const dialog = opened({ "aria-label": title }, close, sheet);
  return dialog;
}

/** Shows a private answer that has its own way out, where the chat is too low for it; gives the dialog. */
export function showAnswer(answer) {
  answer.id = "answer";
  answer.tabIndex = -1;
  answer.autofocus = true; // or the first link has the keyboard, wherever it stands
  return opened({ class: "answer", "aria-label": t("Only you can see this"), "aria-describedby": answer.id }, answer);
}

/** Opens a dialog; a press beside it closes it. */
function opened(attributes, ...inside) {
  const dialog = el(
    "dialog",
    {
      ...attributes,
      close: () => dialog.remove(),
      click: (event) => event.target === dialog && dialog.close(),
    },
    ...inside,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
