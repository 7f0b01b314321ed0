// Who this window is. A window keeps its own ticket, so that two windows of one browser can play each
// other; the browser remembers the names that were used in it, so that a closed window can go on.

const WINDOW = "tavola.me";
const BROWSER = "tavola.people";
const REMEMBERED = 8;

/** {name, ticket} of this window, or null. */
export function me() {
  return read(sessionStorage, WINDOW);
}

/** From now on this window is that person. */
export function be(person) {
  sessionStorage.setItem(WINDOW, JSON.stringify(person));
  const others = remembered().filter((each) => each.ticket !== person.ticket);
  if (person.ticket) write([person, ...others]);
}

/** This window is nobody for now. */
export function forgetMe() {
  sessionStorage.removeItem(WINDOW);
}

/** Those who used this browser, the latest first. */
export function remembered() {
  const people = read(localStorage, BROWSER);
  return Array.isArray(people) ? people.filter((each) => each.name && each.ticket) : [];
}

/** Takes a name off the list; its matches stay, but nobody here can go on with them. */
export function forget(ticket) {
  write(remembered().filter((each) => each.ticket !== ticket));
}

function write(people) {
  localStorage.setItem(BROWSER, JSON.stringify(people.slice(0, REMEMBERED)));
}

function read(store, key) {
  try {
    return JSON.parse(store.getItem(key));
  } catch {
    return null;
  }
}
