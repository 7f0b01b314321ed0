// The page: brings the parts together. Start reading here.
//
//   socket.js  the connection to the server   model.js   what this window knows
//   route.js   the address                    places.js  the way from one address to another
//   stage.js   the match in the middle        log.js     the chat around it
//   side.js    matches, rooms, people         compose.js the line to type in
//   views.js   dialogs with an address        requests.js what a person asks for

import { Compose } from "./compose.js";
import { askWho, openFarewell } from "./dialogs.js";
import { all, avatar, el } from "./dom.js";
import { Log } from "./log.js";
import { Model } from "./model.js";
import { Moves } from "./moves.js";
import { Notices } from "./notices.js";
import { Panel } from "./panel.js";
import { be, forget, forgetMe, me } from "./people.js";
import { Places } from "./places.js";
import { Requests } from "./requests.js";
import { Route } from "./route.js";
import { applySettings, keep, settings, THEMES } from "./settings.js";
import { Side } from "./side.js";
import { Line } from "./socket.js";
import { listen } from "./sound.js";
import { Stage } from "./stage.js";
import { Start } from "./start.js";
import { mark, tell } from "./telling.js";
import { loadTexts, locale, t } from "./texts.js";
import { Views } from "./views.js";

const model = new Model();
const route = new Route();
const line = new Line(() => ({ ...me(), room: places.room, locale: locale() }));
const requests = new Requests(line, model);
const { ask, press, move, begin } = requests;
let manages = false; // the operator's browser
let preferring = 0; // choices made here that the server does not know yet: none of its own counts

const places = new Places(model, route, {
  ask,
  hello: () => line.hello(),
  stage: () => stage,
  views: () => views,
  step: (ply) => moves.step(ply),
});
const act = {
  ask,
  press,
  move,
  tell,
  begin: (command) => compose.begin(command),
  open: (session) => places.open(session),
  go: (link) => places.go(link),
  show: (session, rooms) => places.toMatch(session, rooms),
  room: (name) => places.toRoom(name),
  view: (name, arg) => places.toView(name, arg),
  left: (name) => places.left(name),
  challenge: (person) => begin("challenge", "", {}, person.id),
  toPly: (ply) => places.toPly(ply),
  tab: (name) => panel.show(name),
  earlier,
};
const start = new Start(model, begin);
const dialogStart = new Start(model, (...wish) => {
  places.left("new");
  begin(...wish);
});
const panel = new Panel(model);
const moves = new Moves(model, {
  read: (message) => line.ask(message),
  toPly: act.toPly,
  close: () => panel.show("chat"),
});
panel.join(moves);
const stage = new Stage(model, act, start, moves);
const log = new Log(model, { ...act, press: (token, button, reader = log) => press(token, button, reader) });
const side = new Side(model, { ...act, person: (person) => places.toView("person", person.id) });
const notices = new Notices(act);
const compose = new Compose(model, requests.say);
const views = new Views(model, {
  ...act,
  start: () => dialogStart,
  manages: () => manages,
  settings: {
    locale: (wish) => {
      prefer("language", wish);
      changeLocale(wish);
    },
    theme: (theme) => prefer("theme", theme),
    more: () => places.toView("mine"),
    rename: (name) => {
      be({ ...me(), name });
      line.hello();
    },
    leave: () => location.reload(),
  },
});
requests.join({ log, stage, places });
listen(model);

// --- from the server ------------------------------------------------------------------------------

line.on("welcome", ({ detail }) => {
  be({ name: detail.me.name, ticket: detail.ticket });
  document.getElementById("line").hidden = true;
  document.getElementById("app").hidden = false;
  for (const id of ["room", "bar-room"]) document.getElementById(id).textContent = `# ${detail.room}`;
  document.getElementById("me").replaceChildren(
    avatar(detail.me),
    el("bdi", { class: "name" }, detail.me.name),
    el("span", { class: "note" }, t("Settings")),
  );
  model.me = detail.me;
  manages = detail.owns;
  document.getElementById("setup").hidden = !manages;
  like(detail);
  start.build();
  model.welcome(detail, places.match);
  places.arrived(detail.room);
  notices.show(detail.notices);
});
line.on("liked", ({ detail }) => {
  if (preferring) return;
  keep({ theme: detail.theme });
  like(detail);
});
line.on("noticed", ({ detail }) => notices.show(detail.notices));
line.on("moved", ({ detail }) => {
  if (!detail.gone) return line.hello();
  line.end();
  forget(me()?.ticket);
  forgetMe();
  for (const open of all("dialog[open]")) open.close(); // the settings, where that was asked for
  openFarewell(() => location.reload());
});
line.on("logged", ({ detail }) => model.logged(detail.entry));
line.on("match", ({ detail }) => model.match(detail.match));
line.on("people", ({ detail }) => model.seePeople(detail.people));
line.on("rooms", ({ detail }) => model.seeRooms(detail.rooms));
line.on("later", ({ detail: { id, card } }) => {
  const [shown] = all(`.whisper[data-answer="${id}"]`);
  if (!shown) return; // it was dismissed
  shown.fill(card);
  tell(card.text);
});
line.on("refused", ({ detail }) => requests.refuse(detail));
line.on("lost", () => {
  document.getElementById("line").hidden = false;
});

model.on("matches", ({ detail: { match, known } }) => {
  if (match.asked && !known) tell(t("{name} challenges you", { name: match.names[0] }));
  const begun = match.contest && match.contest === model.stage && match.yours && !known;
  if (begun) places.bring(match.session);
});
for (const name of ["welcome", "matches", "stage", "logged"]) {
  model.addEventListener(name, () => mark(model.waits));
}

/** Fetches the page of the log before the oldest entry that is here. */
async function earlier() {
  const before = model.more;
  if (!before) return;
  const answer = await line.ask({ type: "earlier", before });
  if (answer.type === "ok" && model.more === before) model.earlier(answer);
}

// --- what this person prefers ---------------------------------------------------------------------

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

/** Tells the server what was chosen in a dialog, for other windows and other chats. */
async function prefer(key, value) {
  preferring++;
  await line.ask({ type: "ask", verb: "settings", arg: `${key} ${value}` });
  preferring--;
}

// --- the frame ------------------------------------------------------------------------------------

for (const button of all("[data-view]")) {
  button.addEventListener("click", () => {
    side.open(false);
    places.toView(button.dataset.view);
  });
}
for (const button of all("[data-verb]")) {
  button.addEventListener("click", () => {
    side.open(false);
    ask({ type: "ask", verb: button.dataset.verb });
  });
}
for (const skip of all(".skip")) {
  skip.addEventListener("click", (event) => {
    event.preventDefault(); // what follows "#" in the address is a place
    if (skip.hash === "#stage") stage.focus();
    else all(skip.hash)[0].focus();
  });
}

applySettings();
await loadTexts(settings().locale);
if (!me()) await askWho(changeLocale);
line.connect();
