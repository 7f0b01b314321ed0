// Choosing a split die by die: which dice are in which pair, and what still can be chosen.
//
// Four places, the first two for one pair, the others for the second. It knows no rules: a choice is
// possible where one of the splits that the server allows has it. Must not know the DOM.

const PLACES = 4;

export class Picks {
  #dice; // values, as they were thrown
  #splits; // {move, pairs: [[a, b], [c, d]], reject}
  places = [null, null, null, null]; // indexes of dice

  constructor(dice, legal) {
    this.#dice = dice;
    this.#splits = legal.map(read);
  }

  /** Which pair a die is in, 0 or 1; null where it is free. */
  pairOf(die) {
    const place = this.places.indexOf(die);
    return place < 0 ? null : Math.floor(place / 2);
  }

  /** Whether a free die may take the next place. */
  may(die) {
    const next = this.places.indexOf(null);
    return next >= 0 && this.pairOf(die) === null && this.#fits(this.places.with(next, die)) !== null;
  }

  take(die) {
    this.places = this.places.with(this.places.indexOf(null), die);
  }

  release(die) {
    this.places = this.places.map((each) => (each === die ? null : each));
  }

  /** The die taken last, or null. */
  get last() {
    return this.places.findLast((die) => die !== null) ?? null;
  }

  /** The values in each pair so far. */
  get pairs() {
    return this.#values(this.places);
  }

  /** The split that is complete, or null. */
  get split() {
    return this.places.includes(null) ? null : this.#fits(this.places);
  }

  /** The values that may be left over. */
  get rejects() {
    return [...new Set(this.#splits.map((split) => split.reject))].sort((a, b) => a - b);
  }

  #values(places) {
    return [places.slice(0, PLACES / 2), places.slice(PLACES / 2)].map((pair) =>
      pair.filter((die) => die !== null).map((die) => this.#dice[die]),
    );
  }

  /** The first split that has these dice in its pairs, or null. */
  #fits(places) {
    const [one, other] = this.#values(places);
    const fit = ({ pairs: [a, b] }) => (has(a, one) && has(b, other)) || (has(b, one) && has(a, other));
    return this.#splits.find(fit) ?? null;
  }
}

/** A split out of its notation, such as "1+6 2+5 3". */
export function read(move) {
  const [a, b, c, d, reject] = move.match(/\d/g).map(Number);
  return { move, pairs: [[a, b], [c, d]], sums: [a + b, c + d], reject };
}

/** Whether a pair has these values, each die counted once. */
function has(pair, values) {
  const left = [...pair];
  return values.every((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
