// The connection to the server: one WebSocket that reconnects by itself.
//
// After a cut the page says hello, which brings the whole state of the room, and sends every
// unanswered request again under the same id; the server serves an id once. A connection may die
// without closing (a sleeping telephone, a frozen proxy), so the page pings when it hears nothing,
// and a dead socket is dropped without waiting for its close. This module does not interpret messages.

const FIRST_PAUSE = 250; // milliseconds between two attempts, doubled after each failure
const LONGEST_PAUSE = 4000;
const STABLE = 10_000; // a connection that lasted this long starts again with the first pause
const ATTEMPT = 3500; // after this a further attempt runs beside one that has not opened
const ATTEMPTS = 4; // at most, side by side
const QUIET = 8000; // without a message for this long, ping
const PATIENCE = 6000; // for the answer to a ping
const HASTE = 2500; // the same when the device has just woken up or is back on a network
const WELCOME = 10_000; // for the answer to a hello; doubled each time it runs out
const CUTS = 3; // short connections in which a request may be lost before it is given up
const BEAT = 1000;
const ASLEEP = 5000; // a beat later than this means that the device slept
const REJECTED = new Set([1002, 1003, 1007, 1008, 1009]); // close codes: the server refuses what was sent

export class Line extends EventTarget {
  #hello; // makes the current hello
  #socket = null; // the open connection
  #attempts = new Set(); // sockets that have not opened yet
  #waiting = new Map(); // id -> {message, resolve, sent, cuts}
  #greeting = null; // id of the hello that was sent last
  #pause = FIRST_PAUSE;
  #welcomePatience = WELCOME;
  #timer = null;
  #beat = null;
  #beatAt = 0;
  #heard = 0; // when the last message came
  #deadline = null; // when the connection is taken for dead unless a message comes
  #since = 0; // when this connection was welcomed
  #ended = false;
  ready = false;

  constructor(hello) {
    super();
    this.#hello = hello;
    addEventListener("online", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#wake();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#wake();
    });
  }

  /** Hears an event of this object with its details. @param {(event: CustomEvent) => void} listener */
  on(name, listener) {
    this.addEventListener(name, listener);
  }

  /** Opens a connection, beside attempts that have not succeeded yet. */
  connect() {
    clearTimeout(this.#timer);
    if (this.#ended || this.#socket) return;
    this.#beat ??= setInterval(() => this.#tick(), BEAT);
    this.#beatAt ||= Date.now();
    const socket = new WebSocket(new URL("stream", location.href.replace(/^http/, "ws")));
    this.#attempts.add(socket);
    const [oldest] = this.#attempts;
    if (this.#attempts.size > ATTEMPTS) this.#drop(oldest);
    this.#timer = setTimeout(() => this.connect(), Math.max(ATTEMPT, this.#pause));
    socket.addEventListener("open", () => this.#opened(socket));
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (socket === this.#socket) this.#lost(REJECTED.has(code));
      else if (this.#attempts.delete(socket)) this.#failed();
    });
  }

  /** Ends the connection for good. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    for (const socket of this.#attempts) this.#drop(socket);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Sends a new hello: the name, the room or the language changed. */
  hello() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#greeting = newId();
    this.#send({ type: "hello", id: this.#greeting, ...this.#hello() });
    this.#expect(this.#welcomePatience);
  }

  /** Sends a request; the promise gives `ok` or `refused`, after a cut a little later. */
  ask(message) {
    return new Promise((resolve) => {
      const asked = { message: { id: newId(), ...message }, resolve, sent: null, cuts: 0 };
      this.#waiting.set(asked.message.id, asked);
      if (this.ready) this.#request(asked);
    });
  }

  #request(asked) {
    asked.sent = this.#socket;
    this.#send(asked.message);
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message, wellFormed));
  }

  #opened(socket) {
    if (this.#socket || this.#ended) return this.#drop(socket);
    clearTimeout(this.#timer);
    this.#attempts.delete(socket);
    for (const other of this.#attempts) this.#drop(other);
    this.#socket = socket;
    this.#heard = Date.now();
    this.hello();
  }

  /** Forgets an attempt; its events are not heard any more. */
  #drop(socket) {
    this.#attempts.delete(socket);
    socket.close();
  }

  #take(message) {
    this.#heard = Date.now();
    if (message.type === "welcome" || this.ready) this.#deadline = null;
    if (message.type === "pong") return;
    if (message.type === "welcome") {
      this.ready = true;
      this.#since = Date.now();
      this.#welcomePatience = WELCOME;
      for (const asked of this.#waiting.values()) {
        if (asked.sent !== this.#socket) this.#request(asked);
      }
    } else if (message.type === "refused" && message.id === this.#greeting) {
      if (!this.ready) return this.#lost(false); // try again, a little later
    } else if (message.type === "ok" || message.type === "refused") {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
      return;
    }
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** @param rejected whether the server closed because of a message: none of those is sent again */
  #lost(rejected) {
    const socket = this.#socket;
    if (this.ready && Date.now() - this.#since > STABLE) this.#pause = FIRST_PAUSE;
    this.ready = false;
    this.#socket = null;
    this.#deadline = null;
    if (socket.readyState === WebSocket.OPEN) socket.close();
    this.#giveUp(socket, rejected);
    this.dispatchEvent(new Event("lost"));
    this.#later();
  }

  /** A cut may hide the close code, so what was under way in several short connections is dropped too. */
  #giveUp(socket, rejected) {
    const short = Date.now() - this.#since < STABLE;
    for (const [id, asked] of this.#waiting) {
      if (asked.sent !== socket) continue;
      asked.cuts = short ? asked.cuts + 1 : 0;
      if (!rejected && asked.cuts < CUTS) continue;
      this.#waiting.delete(id);
      asked.resolve({ type: "refused", id, reason: "rejected", text: "" });
    }
  }

  #failed() {
    this.#askWhetherLetIn();
    if (!this.#attempts.size && !this.#socket) this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    const wait = this.#pause * (0.5 + Math.random() / 2);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    this.#timer = setTimeout(() => this.connect(), wait);
  }

  /** A refused cookie looks like any other failure from here, so the server is asked. */
  async #askWhetherLetIn() {
    try {
      const answer = await fetch("here");
      if (answer.status === 403) location.reload();
    } catch {
      // not reachable: the next attempt follows
    }
  }

  /** The device is awake or on a network again: check the connection, or open one, at once. */
  #wake() {
    if (this.#ended || !this.#beat) return; // not connected yet
    if (!this.#socket) this.connect();
    else if (this.ready) this.#ping(HASTE);
  }

  #ping(patience) {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#send({ type: "ping", id: newId() });
    this.#expect(patience);
  }

  /** Within `patience` a message has to come. */
  #expect(patience) {
    const deadline = Date.now() + patience;
    this.#deadline = Math.min(deadline, this.#deadline ?? deadline);
  }

  #tick() {
    const now = Date.now();
    const slept = now - this.#beatAt > ASLEEP;
    this.#beatAt = now;
    if (slept) {
      this.#deadline = null;
      this.#wake();
    } else if (this.#deadline !== null && now >= this.#deadline) {
      if (!this.ready) this.#welcomePatience *= 2; // a slow network, or a large room
      this.#lost(false);
      this.connect();
    } else if (this.ready && this.#deadline === null && now - this.#heard >= QUIET) {
      this.#ping(PATIENCE);
    }
  }
}

/** Half a surrogate pair, which a cut text may end in, is no text to the server. */
function wellFormed(key, value) {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
