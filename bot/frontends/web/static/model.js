// What this window knows: its room's log, the sessions shown there, who is here, my matches.
//
// Everything comes from the server and is replaced by what comes next; a session never goes back to
// an older version, in whatever order things arrive. The one thing decided here is which match is on
// the stage. Must not know the DOM.

export class Model extends EventTarget {
  me = null;
  room = null;
  rooms = [];
  people = [];
  more = 0; // there are entries before the one with this id; 0: none
  stage = null; // session id of the match in the middle, or null
  entries = new Map(); // entry id -> entry
  matches = new Map(); // session -> my match, wherever it is
  #screens = new Map(); // session -> Map(screen index -> shown)
  #placed = new Map(); // "session/index" -> entry id
  #fresh = new Set(); // the sessions of the last welcome
  #wanted = 0; // entries that were loaded page by page, to be loaded again after a cut

  /** Hears an event of this object with its details. @param {(event: CustomEvent) => void} listener */
  on(name, listener) {
    this.addEventListener(name, listener);
  }

  /** @param wish the match that the address names, or null */
  welcome(message, wish) {
    const sameRoom = this.room === message.room;
    Object.assign(this, {
      me: message.me,
      room: message.room,
      rooms: message.rooms,
      people: message.people,
      more: message.more,
    });
    if (!sameRoom) this.#screens.clear();
    this.#wanted = sameRoom ? Math.max(this.#wanted, this.entries.size) : 0;
    const known = new Set(this.#screens.keys());
    this.entries.clear();
    this.#placed.clear();
    this.#fresh = new Set(message.log.map(({ shown }) => shown?.session));
    for (const entry of message.log) this.#add(entry);
    this.matches = new Map(message.matches.map((match) => [match.session, match]));
    this.stage = wish;
    this.#chooseStage(sameRoom ? known : new Set());
    this.#tell("welcome");
    this.#tell("stage");
    this.#goOn();
  }

  /** Takes in an older page of the log. */
  earlier({ log, more }) {
    this.more = more;
    for (const entry of log) this.#add(entry);
    this.#tell("earlier");
    this.#goOn();
  }

  /** After a cut the welcome has the newest page alone; those loaded before are asked for again. */
  #goOn() {
    if (this.more && this.entries.size < this.#wanted) this.#tell("wanting");
    else this.#wanted = 0;
  }

  logged(entry) {
    const shown = entry.shown;
    const before = shown && this.screensOf(shown.session).board?.status;
    const replaced = this.#add(entry);
    if (replaced === false) return;
    const id = this.#idOf(entry);
    if (this.entries.has(id)) this.#tell("logged", { entry: this.entries.get(id), replaced });
    if (!shown) return;
    if (shown.kind === "board") this.#followStage(before, shown);
    if (this.stage === shown.session || this.stageContest === shown.session) this.#tell("stage");
  }

  /** The contest to which the board on the stage belongs, or null. */
  get stageContest() {
    return this.screensOf(this.stage).board?.contest ?? null;
  }

  /** Whether something waits for this person: a turn, a challenge, an offer. */
  get waits() {
    const asks = [...this.matches.values()].some((match) => match.asked || match.offered);
    const turns = [...this.matches.values()].some((match) => match.yours);
    const rematches = [...this.entries.values()].some(({ shown }) => shown?.offered);
    return { turns, asks: asks || rematches };
  }

  match(match) {
    const known = this.matches.get(match.session);
    if (known && known.version > match.version) return;
    const over = match.status === "finished" || match.status === "aborted";
    const left = !match.mine.length && !match.host && !match.asked;
    if (over || left) this.matches.delete(match.session);
    else this.matches.set(match.session, match);
    this.#tell("matches", { match, known });
  }

  /** Whether the last welcome brought the session as it is now. */
  isFresh(session) {
    return this.#fresh.has(session);
  }

  /** Takes in what the rooms show of a match that is not in the log, or further up. */
  look(screens) {
    for (const shown of screens) {
      const known = this.#screens.get(shown.session) ?? new Map();
      if (known.get(shown.screen)?.version > shown.version) continue;
      this.#screens.set(shown.session, known.set(shown.screen, shown));
    }
    this.#tell("stage");
  }

  /** Puts a board into the middle that only this window was shown. */
  see(shown) {
    const { session, version, status, mine, host, contest } = shown;
    this.#screens.set(session, new Map([[shown.screen, shown]]));
    if (mine.length) {
      const names = shown.seats.map((seat) => seat.name);
      const { game, to_act } = shown.card.board;
      const yours = mine.includes(to_act);
      this.match({ session, game, version, rooms: [], names, mine, status, host, yours, asked: false, offered: false, contest });
    }
    if (this.stage === session) this.#tell("stage");
    else this.show(session);
  }

  seePeople(people) {
    this.people = people;
    this.#tell("people");
  }

  seeRooms(rooms) {
    this.rooms = rooms;
    this.#tell("rooms");
  }

  /** Puts a match into the middle; null clears it. */
  show(session) {
    if (this.stage === session) return;
    this.stage = session;
    this.#tell("stage");
  }

  /** The board and the result of a match in this room, as far as they are known. */
  screensOf(session) {
    const screens = [...(this.#screens.get(session)?.values() ?? [])];
    return {
      board: screens.find((shown) => shown.kind === "board") ?? null,
      result: screens.find((shown) => shown.kind === "result") ?? null,
    };
  }

  /** My matches that wait for me, other than the one on the stage. */
  waiting() {
    return [...this.matches.values()].filter((match) => match.yours && match.session !== this.stage);
  }

  /** Takes an entry in. False if it is old news, else the id of the entry it replaces, or null. */
  #add(entry) {
    const shown = entry.shown;
    if (!shown) {
      if (this.entries.has(entry.id)) return false;
      this.entries.set(entry.id, entry);
      return null;
    }
    const screens = this.#screens.get(shown.session) ?? new Map();
    const known = screens.get(shown.screen);
    if (known && known.version > shown.version) return this.#keepNewer(entry, known);
    screens.set(shown.screen, shown);
    this.#screens.set(shown.session, screens);
    return this.#place(entry, shown);
  }

  #keepNewer(entry, known) {
    return entry.at ? this.#place(entry, known) : false;
  }

  #place(entry, shown) {
    const key = `${shown.session}/${shown.screen}`;
    const at = this.#placed.get(key);
    const old = at === undefined ? undefined : this.entries.get(at);
    const when = entry.at || old?.at;
    if (!when) return null; // its entry is further up than what is loaded: only the stage needs it
    if (old && at !== entry.id) this.entries.delete(at);
    this.#placed.set(key, entry.id);
    this.entries.set(entry.id, { ...entry, at: when, shown });
    return old ? at : null;
  }

  #idOf(entry) {
    return entry.shown
      ? (this.#placed.get(`${entry.shown.session}/${entry.shown.screen}`) ?? entry.id)
      : entry.id;
  }

  /**
   * On arriving: the match that the address names, its rematch if that is mine and there already, else
   * a running match of mine, else a challenge of mine. `known` were here before: where somebody chose
   * to look at none of them, that stays.
   */
  #chooseStage(known) {
    const live = [...this.#screens.keys()]
      .filter((session) => !known.has(session) || session === this.stage)
      .map((session) => this.screensOf(session).board)
      .filter((board) => board && isLive(board));
    const mine = live.filter((board) => board.mine.length || board.asked);
    const playing = mine.filter((board) => board.status === "playing");
    const next = mine.find((board) => this.stage !== null && board.previous === this.stage);
    this.stage = next?.session ?? this.stage ?? (playing.at(-1) ?? mine.at(-1))?.session ?? null;
  }

  /** Later: a match of mine takes the stage when it begins, unless I am in the middle of another;
   * a challenge to me where the stage is empty or shows what was called off; the rematch of what is
   * there, for spectators too. What somebody chose to watch stays otherwise. */
  #followStage(before, shown) {
    const here = this.stage ? this.screensOf(this.stage).board : null;
    const busy = here && here.status === "playing" && here.mine.length;
    const begins = shown.status === "playing" && before !== "playing" && shown.mine.length;
    const concernsMe = isLive(shown) && (shown.mine.length || shown.asked);
    const follows = here !== null && shown.previous === here.session; // the next one of the same
    const turns = before !== shown.status; // it is new here, or begins
    const free = (!here && turns) || here?.status === "aborted";
    if ((begins && !busy) || (free && concernsMe) || (follows && isLive(shown))) this.stage = shown.session;
  }

  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The moves that may be chosen here now: none where somebody else has to move. */
export function movesOf(shown) {
  const { board } = shown.card;
  return board && shown.mine.includes(board.to_act) ? board.view.legal : [];
}

/** Whether a screen's match is still open or running. */
export function isLive(shown) {
  return shown.status === "open" || shown.status === "playing";
}
