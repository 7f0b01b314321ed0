// The line to the server: one WebSocket that comes back by itself.
//
// After a cut it says hello, which brings the whole state of the room, and then asks again, under
// the same id, whatever has no answer yet. The server serves an id once, so nothing happens twice.
// Must not know what the messages mean.

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const PATIENCE = 10000; // without an answer for so long the line is taken for dead

export class Line extends EventTarget {
  #hello; // makes the hello of the moment
  #socket = null;
  #waiting = new Map(); // id -> {message, resolve}
  #pause = FIRST_PAUSE;
  #timer = null;
  #watch = null;
  ready = false;

  constructor(hello) {
    super();
    this.#hello = hello;
    addEventListener("online", () => this.#soon());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#soon();
    });
  }

  connect() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(new URL("stream", location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    let opened = false;
    socket.addEventListener("open", () => {
      opened = true;
      this.hello();
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#take(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lost(opened);
    });
  }

  /** Ends it: what still comes is not heard, and it does not come back. */
  end() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Says anew who is here and where they look. */
  hello() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#send({ type: "hello", id: newId(), ...this.#hello() });
  }

  /** Asks; the promise gives `ok` or `refused`, after a cut a little later. */
  ask(message) {
    return new Promise((resolve) => {
      const asked = { id: newId(), ...message };
      this.#waiting.set(asked.id, { message: asked, resolve });
      if (this.ready) this.#send(asked);
      this.#mind();
    });
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  #take(message) {
    if (message.type === "welcome") {
      this.ready = true;
      this.#pause = FIRST_PAUSE;
      for (const { message: unanswered } of this.#waiting.values()) this.#send(unanswered);
      this.#mind();
    } else if (message.type === "ok" || message.type === "refused") {
      const asked = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      this.#mind();
      if (asked) asked.resolve(message);
      return;
    }
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  #lost(opened) {
    this.ready = false;
    clearTimeout(this.#watch);
    this.dispatchEvent(new Event("lost"));
    if (!opened) this.#askWhetherLetIn();
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
      // not reachable: the next try will tell
    }
  }

  #soon() {
    if (this.#socket === null || this.#socket.readyState === WebSocket.OPEN) return;
    if (this.#socket.readyState !== WebSocket.CONNECTING) this.connect();
  }

  #mind() {
    clearTimeout(this.#watch);
    if (this.ready && this.#waiting.size) {
      this.#watch = setTimeout(() => this.#socket.close(), PATIENCE);
    }
  }
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
