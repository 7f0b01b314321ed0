// The page: brings the parts together. Start reading here.
//
//   socket.js  the line to the server          model.js   what this window knows
//   stage.js   the match in the middle         log.js     the chat around it
//   side.js    matches, rooms, people          compose.js the line to type in

import { wholeCard } from "./card.js";
import { Compose } from "./compose.js";
import { askWho, openFarewell, openInvite, openSettings, openStart, show } from "./dialogs.js";
import { avatar, el } from "./dom.js";
import { Log } from "./log.js";
import { openMine, openPerson } from "./mine.js";
import { Model } from "./model.js";
import { Notices } from "./notices.js";
import { be, forget, forgetMe, me } from "./people.js";
import { pictureOf } from "./picture.js";
import { applySettings, keep, settings, THEMES } from "./settings.js";
import { Side } from "./side.js";
import { Line } from "./socket.js";
import { Stage } from "./stage.js";
import { Start } from "./start.js";
import { loadTexts, locale, t } from "./texts.js";

const PLAIN = { rows: [], links: [], monospace: "" }; // a card of nothing but text
const PATIENT = 400; // milliseconds after which an answer is late
const TOAST = 6000; // milliseconds a refusal stays to be read

const model = new Model();
const line = new Line(hello);
const late = new Set(); // messages that have waited longer
let toastTimer = null;
let dialog = null;
let manages = false; // the operator's browser
let preferring = 0; // choices made here that the server does not know yet: none of its own counts

const start = new Start(model, begin);
const dialogStart = new Start(model, (...wish) => {
  dialog?.close();
  begin(...wish);
});
const act = { begin: (command) => compose.begin(command), ask, press, open, go, move, tell, panel, earlier, room, show: goToMatch, challenge };
const stage = new Stage(model, act, start);
const log = new Log(model, {
  ...act,
  press: (token, button, whisperer = log) => press(token, button, whisperer),
});
const side = new Side(model, { ...act, person: (person) => openPerson(person, act, manages) });
const notices = new Notices(act);
const compose = new Compose(model, say);

function hello() {
  return { ...me(), room: roomOfAddress(), locale: locale() };
}

function roomOfAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1)) || "lobby";
  } catch {
    return "lobby";
  }
}

// --- from the server ------------------------------------------------------------------------------

line.addEventListener("welcome", ({ detail }) => {
  be({ name: detail.me.name, ticket: detail.ticket });
  document.getElementById("line").hidden = true;
  document.getElementById("app").hidden = false;
  for (const id of ["room", "bar-room"]) document.getElementById(id).textContent = `# ${detail.room}`;
  document.getElementById("me").replaceChildren(
    avatar(detail.me),
    el("bdi", { class: "name" }, detail.me.name),
    el("span", { class: "note" }, t("Settings")),
  );
  const hash = detail.room === "lobby" ? "" : `#${encodeURIComponent(detail.room)}`;
  if (location.hash !== hash) history.replaceState(null, "", location.pathname + hash);
  model.me = detail.me;
  manages = detail.owns;
  document.getElementById("setup").hidden = !manages;
  like(detail);
  start.build();
  model.welcome(detail);
  notices.show(detail.notices);
});
line.addEventListener("liked", ({ detail }) => {
  if (preferring) return;
  keep({ theme: detail.theme });
  like(detail);
});
line.addEventListener("noticed", ({ detail }) => notices.show(detail.notices));
line.addEventListener("moved", ({ detail }) => {
  if (!detail.gone) return line.hello();
  line.end();
  forget(me()?.ticket);
  forgetMe();
  for (const open of document.querySelectorAll("dialog[open]")) open.close(); // the settings, where that was asked for
  openFarewell(() => location.reload());
});
line.addEventListener("logged", ({ detail }) => model.logged(detail.entry));
line.addEventListener("match", ({ detail }) => model.match(detail.match));
line.addEventListener("people", ({ detail }) => model.seePeople(detail.people));
line.addEventListener("rooms", ({ detail }) => model.seeRooms(detail.rooms));
line.addEventListener("later", ({ detail: { id, card } }) => {
  const shown = document.querySelector(`.whisper[data-answer="${id}"]`);
  if (!shown) return; // it was dismissed
  shown.fill(card);
  tell(card.text);
});
line.addEventListener("refused", ({ detail }) => refuse(detail));
line.addEventListener("lost", () => {
  document.getElementById("line").hidden = false;
});

model.addEventListener("matches", ({ detail: { match, known } }) => {
  if (match.asked && !known) tell(t("{name} challenges you", { name: match.names[0] }));
  if (match.contest && match.contest === model.stage && match.yours && !known) bring(match.session);
});
for (const name of ["welcome", "matches", "stage", "logged"]) {
  model.addEventListener(name, () => {
    const { turns, asks } = model.waits;
    const waiting = turns ? t("Your turn") : asks ? t("Waiting for your answer") : "";
    document.title = waiting ? `● ${waiting} · Tavola` : "Tavola";
    document.getElementById("favicon").href = waiting ? "static/icon-waits.svg" : "static/icon.svg";
  });
}

// --- to the server --------------------------------------------------------------------------------

/** Sends and tells what came back; gives the answer. `whisperer` shows what is for this window. */
async function ask(message, whisperer = log) {
  const slow = setTimeout(waits, PATIENT, message, true);
  const answer = await line.ask(message);
  clearTimeout(slow);
  waits(message, false);
  if (answer.type === "refused") refuse(answer, whisperer);
  else if (answer.shown) model.see(answer.shown);
  else if (answer.card) whisperer.whisper(answer.card, answer.id);
  else if (answer.text) whisperer.whisper({ ...PLAIN, text: answer.text });
  return answer;
}

/** Says why something was not done. */
function refuse({ text }, whisperer = log) {
  (whisperer.refuse ?? toast)(text || t("That could not be sent. Please try again."));
}

/** What takes longer, a replay say, is seen to be on its way. */
function waits(message, going) {
  if (going) late.add(message);
  else late.delete(message);
  document.getElementById("wait").hidden = !late.size;
}

async function press(token, button, whisperer = stage) {
  if (button.ariaDisabled) return;
  button.ariaDisabled = "true"; // a truly disabled button would lose the focus
  const answer = await ask({ type: "press", token }, whisperer);
  button.ariaDisabled = null;
  if (button.matches("select")) button.value = "";
  if (answer.session && answer.session !== model.stage) whenItComes(answer.session, open);
}

/** Plays a move that was chosen on the board; one that cannot be is sent too, to be told why. */
async function move(chosen, shown) {
  const { session, turn } = shown;
  const answer = await ask({ type: "move", session, turn, move: chosen }, stage);
  stage.answered(chosen, answer.type === "ok");
}

async function say(text) {
  const shown = model.stage && model.screensOf(model.stage).board;
  const session = shown?.mine.length ? shown.session : null;
  const answer = await ask({ type: "say", text, session });
  if (answer.session) whenItComes(answer.session, (made) => model.show(made));
  return answer.type === "ok";
}

async function begin(verb, game, options, opponent) {
  const answer = await ask({ type: "ask", verb, arg: game, options, opponent });
  if (answer.session) whenItComes(answer.session, open);
}

/** The answer may be here before the board that it made. */
function whenItComes(session, then) {
  if (model.screensOf(session).board) then(session);
  else model.addEventListener("logged", () => whenItComes(session, then), { once: true });
}

// --- going places ---------------------------------------------------------------------------------

/** Puts a match into the middle and the keyboard to it. */
function open(session) {
  if (session !== model.stage) model.show(session);
  stage.focus();
}

function go(link) {
  goToMatch(link.session, link.room === null ? [] : [link.room]);
}

function goToMatch(session, rooms) {
  if (rooms.includes(model.room)) open(session);
  else if (rooms.length) {
    model.stage = null;
    model.addEventListener("welcome", () => model.show(session), { once: true });
    room(rooms.at(-1));
  } else bring(session);
}

/** Shows a board that no room of the page shows: a sheet that is mine alone, or one from elsewhere. */
async function bring(session) {
  const answer = await ask({ type: "ask", verb: "board", session });
  if (answer.shown) stage.focus();
  else if (answer.session) whenItComes(answer.session, open);
}

function room(name) {
  location.hash = encodeURIComponent(name);
}

addEventListener("hashchange", () => {
  line.hello();
});

/** Fetches the page of the log before the oldest entry that is here. */
async function earlier() {
  const before = model.more;
  if (!before) return;
  const answer = await line.ask({ type: "earlier", before });
  if (answer.type === "ok" && model.more === before) model.earlier(answer);
}

function challenge(person) {
  begin("challenge", "", {}, person.id);
}

/**
 * Shows something about the match on the stage in a dialog: its text board, rules or picture. A
 * board that is looked at keeps step with the match.
 */
async function panel(name, title) {
  const { session } = model.screensOf(model.stage).board;
  const inside = el("div", { class: "inside" });
  await fillPanel(name, session, inside);
  const dialog = show(title, inside);
  if (name === "rules") return;
  const follow = () => model.stage === session && fillPanel(name, session, inside);
  model.addEventListener("stage", follow);
  dialog.addEventListener("close", () => model.removeEventListener("stage", follow));
}

async function fillPanel(name, session, inside) {
  if (name !== "picture") {
    const reader = { whisper: (card) => inside.replaceChildren(wholeCard(card, press, act)) };
    await ask({ type: "ask", verb: name, session }, reader);
    return;
  }
  const shown = model.screensOf(session).board;
  const address = pictureOf(shown);
  inside.replaceChildren(
    el("img", { class: "picture", src: address, alt: shown.card.alt, width: "640" }),
    el("a", { class: "button", href: address, download: `${session}.png` }, t("Save")),
  );
}

// --- telling --------------------------------------------------------------------------------------

/** Says it to a screen reader. */
function tell(text) {
  document.getElementById("live").textContent = text;
}

/** Shows a sentence for a moment; a screen reader says it at once. */
function toast(text) {
  const element = document.getElementById("toast");
  element.textContent = text;
  element.hidden = !text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    element.hidden = true;
  }, TOAST);
}

async function changeLocale(wish) {
  keep({ locale: wish });
  await loadTexts(wish);
  line.hello();
}

/** What this person has chosen, wherever that was: other than the usual it holds here too. */
function like({ locale: wish, theme }) {
  if (theme !== THEMES[0]) keep({ theme });
  if (wish && wish !== locale()) changeLocale(wish);
}

/** Has the server know what was chosen in a dialog, for other windows and other chats. */
async function prefer(key, value) {
  preferring++;
  await line.ask({ type: "ask", verb: "settings", arg: `${key} ${value}` });
  preferring--;
}

document.getElementById("me").addEventListener("click", () =>
  openSettings({
    locale: (wish) => {
      prefer("language", wish);
      changeLocale(wish);
    },
    theme: (theme) => prefer("theme", theme),
    more: () => openMine(act),
    rename: (name) => {
      be({ ...me(), name });
      line.hello();
    },
    leave: () => location.reload(),
  }),
);
document.getElementById("invite").addEventListener("click", () => {
  side.open(false);
  openInvite(async () => (await ask({ type: "invite" })).link);
});
for (const id of ["new", "bar-new"]) {
  document.getElementById(id).addEventListener("click", () => {
    side.open(false);
    dialog = openStart(dialogStart);
  });
}
for (const skip of document.querySelectorAll(".skip")) {
  skip.addEventListener("click", (event) => {
    event.preventDefault(); // what stands behind "#" in the address is the room
    if (skip.hash === "#stage") stage.focus();
    else document.querySelector(skip.hash).focus();
  });
}
for (const button of document.querySelectorAll("[data-verb]")) {
  button.addEventListener("click", () => {
    side.open(false);
    ask({ type: "ask", verb: button.dataset.verb });
  });
}

applySettings();
await loadTexts(settings().locale);
if (!me()) await askWho(changeLocale);
line.connect();
