// Addresses: the room, the match, the ply and the view that a page shows, behind "#" in the URL.
//
//   #kitchen                        a room
//   #lobby/match/k3f9x2             a match in its room
//   #lobby/match/k3f9x2/23          the same after 23 moves
//   #lobby/leaderboard/pente        a view, here with an argument; it may follow a match
//
// The hash is not sent to the server, so an address works with a strict cookie and below any path.
// Back and Forward change the address; who navigates calls `go`, and everybody follows "change".

const LOBBY = "lobby";

/** @typedef {{room: string, match: ?string, ply: ?number, view: ?string, arg: ?string}} Place */

/** Reads the part of an address behind "#". @returns {Place} */
export function read(hash) {
  const parts = hash.replace(/^#/, "").split("/").map(decoded);
  const place = { room: parts.shift() || LOBBY, match: null, ply: null, view: null, arg: null };
  if (parts[0] === "match" && parts[1]) {
    place.match = parts[1];
    parts.splice(0, 2);
    if (/^\d{1,4}$/.test(parts[0] ?? "")) place.ply = Number(parts.shift());
  }
  place.view = parts.shift() || null;
  place.arg = parts.length ? parts.join("/") : null;
  return place;
}

/** The inverse of `read`: "" for the lobby alone. @param {Place} place */
export function written({ room, match, ply, view, arg }) {
  const parts = [room];
  if (match) parts.push("match", match, ...(ply === null ? [] : [String(ply)]));
  if (view) parts.push(view, ...(arg ? [arg] : []));
  const hash = parts.map((part) => encodeURIComponent(part)).join("/");
  return hash === LOBBY ? "" : `#${hash}`;
}

export class Route extends EventTarget {
  at = read(location.hash);
  #leaving = null; // what follows once the browser has gone back

  constructor() {
    super();
    addEventListener("popstate", () => {
      const next = this.#leaving;
      this.#leaving = null;
      this.at = read(location.hash);
      if (next?.place) this.go(next.place);
      else this.dispatchEvent(new Event("change"));
    });
  }

  /** Goes there: a new entry in the history. @param {Partial<Place>} change what is different from here */
  go(change) {
    const place = { ...this.at, ...change };
    if (this.#leaving) {
      this.#leaving.place = place;
      return;
    }
    if (written(place) !== written(this.at)) {
      history.pushState({ inside: true }, "", location.pathname + location.search + written(place));
    }
    this.at = place;
    this.dispatchEvent(new Event("change"));
  }

  /** Changes the address of what is already shown, without an entry of its own. */
  correct(change) {
    if (this.#leaving) return;
    this.at = { ...this.at, ...change };
    const url = location.pathname + location.search + written(this.at);
    history.replaceState(history.state, "", url);
  }

  /** Goes there in place of where the page is now. */
  replace(change) {
    this.correct(change);
    this.dispatchEvent(new Event("change"));
  }

  /** Leaves a view: back to where it was opened, or to what is below it. */
  leave(view) {
    if (this.at.view !== view || this.#leaving) return;
    if (history.state?.inside) {
      this.#leaving = { place: null };
      history.back();
    } else {
      this.replace({ view: null, arg: null });
    }
  }
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
