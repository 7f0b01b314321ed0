// What the page knows of each game beyond what the server tells: one entry a game.
//
// `Drawing` is the board that is clicked, `small` its miniature from a view, `first` the view before
// the first move, `colours` those of the first side and of the other, `tallies` what counts by side. Everything may be left out: a
// game without an entry is shown as the server's picture, with a button a move (picture.js).

import { Board } from "./board.js";
import { DiceBoard } from "./dice.js";
import { smallDice } from "./die.js";
import { smallBoard, START } from "./drawing.js";
import { smallLattice } from "./lattice.js";
import { PenteBoard } from "./pente.js";
import { PictureBoard } from "./picture.js";

const GAMES = {
  reversi: {
    Drawing: Board,
    small: (view) => smallBoard(view.cells),
    first: { cells: START },
    colours: ["X", "O"],
    tallies: (view) => view.discs,
    shares: true, // a bar says whose part of the discs is how large
  },
  pente: {
    Drawing: PenteBoard,
    small: (view) => smallLattice(view.cells),
    first: { cells: `${".".repeat(180)}O${".".repeat(180)}` },
    colours: ["O", "X"],
    tallies: (view) => view.pairs,
    captures: true, // a plate shows captured pairs
  },
  dice: {
    Drawing: DiceBoard,
    small: smallDice,
    first: { throw: [1, 3, 4, 6, 5] },
  },
};

const PICTURED = { Drawing: PictureBoard, small: () => null, first: {}, colours: [] };

/** Everything that is known of it. */
export function looksOf(game) {
  return { ...PICTURED, ...GAMES[game] };
}
