// Going places: brings the page to what its address says, and the address to what the page shows.
//
// A user's step is an entry in the history, so Back undoes it; what the page does by itself on arrival
// only corrects the address.

export class Places {
  #model;
  #route;
  #act;
  #arriving = true; // until the first welcome the model chooses what is shown

  /**
   * @param {Record<string, any>} act {ask(message, reader), refuse(answer), hello(), stage(), views(), step(ply)}: `stage`
   * gives the stage and `views` the views, which are made later
   */
  constructor(model, route, act) {
    this.#model = model;
    this.#route = route;
    this.#act = act;
    route.addEventListener("change", () => this.#follow());
    model.addEventListener("stage", () => this.#note());
  }

  /** The room that the address names. */
  get room() {
    return this.#route.at.room;
  }

  /** Before a welcome is taken in: the match that the address names. */
  get match() {
    return this.#route.at.match;
  }

  /** After a welcome was taken in. `room` is the room's name as the server writes it. */
  arrived(room) {
    const { at } = this.#route;
    this.#arriving = false;
    const { stage } = this.#model;
    this.#route.correct({ room, match: stage, ply: stage === at.match ? at.ply : null });
    if (stage && !this.#model.isFresh(stage)) this.#fetch(stage);
    this.#follow();
  }

  /** Puts a match into the middle and the keyboard to it. */
  open(session) {
    this.#route.go({ match: session, ply: null, view: null, arg: null });
    this.#act.stage().focus();
  }

  /** Follows a link of a card to a match, in a room of the page or elsewhere. */
  go({ session, room }) {
    this.toMatch(session, room === null ? [] : [room]);
  }

  /** Shows a match of which the rooms that show it are known. */
  toMatch(session, rooms) {
    if (rooms.includes(this.#model.room)) this.open(session);
    else if (rooms.length) this.#route.go({ room: rooms.at(-1), match: session, ply: null, view: null, arg: null });
    else this.bring(session);
  }

  toRoom(room) {
    this.#route.go({ room, match: null, ply: null, view: null, arg: null });
  }

  /** From one view to the next: Back leaves both. */
  toView(view, arg = null) {
    if (this.#route.at.view) this.#route.replace({ view, arg });
    else this.#route.go({ view, arg });
  }

  /** The board shows the position after `ply` moves; null is the present. */
  toPly(ply) {
    this.#route.correct({ ply });
    this.#act.step(ply);
  }

  left(view) {
    this.#route.leave(view);
  }

  /** Shows a board that no room of the page shows: one's own in a contest, or one from elsewhere. */
  async bring(session) {
    const answer = await this.#act.ask({ type: "ask", verb: "board", session });
    if (answer.shown) this.#act.stage().focus();
    else if (answer.session) this.whenItComes(answer.session, (made) => this.open(made));
  }

  /** The answer may be here before the board that it made. */
  whenItComes(session, then) {
    if (this.#model.screensOf(session).board) then(session);
    else this.#model.addEventListener("logged", () => this.whenItComes(session, then), { once: true });
  }

  #follow() {
    if (this.#arriving) return;
    const { room, match, ply, view, arg } = this.#route.at;
    if (room !== this.#model.room) {
      this.#act.hello();
      return;
    }
    if (match !== this.#model.stage) {
      if (match && !this.#model.screensOf(match).board) this.#fetch(match);
      this.#model.show(match);
    }
    this.#act.step(ply);
    this.#act.views().show(view, arg);
  }

  /** Brings a match that the log does not show, or not as far up. */
  async #fetch(session) {
    const answer = await this.#act.ask({ type: "look", session });
    if (this.#model.stage !== session) return;
    if (answer.type === "refused") this.#route.go({ match: null, ply: null });
    else if (answer.screens.length) this.#model.look(answer.screens);
    else await this.bring(session);
    this.#act.step(this.#route.at.ply);
  }

  /** The stage has changed by itself, or somebody chose a match without its address. */
  #note() {
    const { at } = this.#route;
    if (this.#arriving || this.#model.stage === at.match || this.#model.room !== at.room) return;
    this.#route.go({ match: this.#model.stage, ply: null });
  }
}
