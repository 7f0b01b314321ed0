// Requests: what a person does becomes a message, and the answer is shown where it was asked for.

import { toast } from "./telling.js";
import { t } from "./texts.js";

const PLAIN = { rows: [], links: [], monospace: "" }; // a card of nothing but text
const PATIENT = 400; // milliseconds after which an answer is late

export class Requests {
  #line;
  #model;
  #late = new Set(); // messages that have waited longer
  #log = null;
  #stage = null;
  #places = null;

  constructor(line, model) {
    this.#line = line;
    this.#model = model;
  }

  /** The parts that show answers, which need this one first. */
  join({ log, stage, places }) {
    this.#log = log;
    this.#stage = stage;
    this.#places = places;
  }

  /** Sends a message and shows the answer; gives it. `reader` shows what is for this window alone. */
  ask = async (message, reader = this.#log) => {
    const slow = setTimeout(() => this.#waits(message, true), PATIENT);
    const answer = await this.#line.ask(message);
    clearTimeout(slow);
    this.#waits(message, false);
    if (answer.type === "refused") this.refuse(answer, reader);
    else if (answer.shown) this.#model.see(answer.shown);
    else if (answer.card) reader.whisper(answer.card, answer.id);
    else if (answer.text) reader.whisper({ ...PLAIN, text: answer.text });
    return answer;
  };

  /** Says why something was not done. */
  refuse = ({ text }, reader = this.#log) => {
    (reader.refuse ?? toast)(text || t("That could not be sent. Please try again."));
  };

  /** Presses a button or a menu of a card. */
  press = async (token, button, reader = this.#stage) => {
    if (button.ariaDisabled) return;
    button.ariaDisabled = "true"; // a truly disabled button would lose the focus
    const answer = await this.ask({ type: "press", token }, reader);
    button.ariaDisabled = null;
    if (button.matches("select")) button.value = "";
    if (answer.session && answer.session !== this.#model.stage) this.#open(answer.session);
  };

  /** Plays a move that was chosen on the board; an illegal one is sent too, for its reason. */
  move = async (chosen, { session, turn }) => {
    const answer = await this.ask({ type: "move", session, turn, move: chosen }, this.#stage);
    this.#stage.answered(chosen, answer.type === "ok");
  };

  /** Sends a typed line. A bare move is for the match on the stage. */
  say = async (text) => {
    const shown = this.#model.stage && this.#model.screensOf(this.#model.stage).board;
    const session = shown?.mine.length ? shown.session : null;
    const answer = await this.ask({ type: "say", text, session });
    if (answer.session) this.#places.whenItComes(answer.session, (made) => this.#model.show(made));
    return answer.type === "ok";
  };

  /** Begins or offers a match. */
  begin = async (verb, game, options, opponent) => {
    const answer = await this.ask({ type: "ask", verb, arg: game, options, opponent });
    if (answer.session) this.#open(answer.session);
  };

  #open(session) {
    this.#places.whenItComes(session, (made) => this.#places.open(made));
  }

  /** Shows that an answer is on its way, where that takes longer: a replay, for example. */
  #waits(message, going) {
    if (going) this.#late.add(message);
    else this.#late.delete(message);
    document.getElementById("wait").hidden = !this.#late.size;
  }
}

