// Sounds of the board, made by the browser itself: a short knock for a move, two notes at the end.
//
// Off until somebody allows them in the settings; a browser gives no sound before the first gesture.

import { settings } from "./settings.js";

let context = null;

/** Listens to the match on the stage. */
export function listen(model) {
  let before = null; // {session, moves, status} as last seen
  model.addEventListener("stage", () => {
    const board = model.screensOf(model.stage).board;
    const now = board && { session: board.session, turn: board.turn, status: board.status };
    if (now && before?.session === now.session) {
      if (before.status === "playing" && now.status === "finished") play([523, 659], 0.22);
      else if (now.turn > before.turn) play([190], 0.09);
    }
    before = now;
  });
}

/** Plays notes one after the other. @param notes in hertz @param length of each, in seconds */
export function play(notes, length) {
  if (!settings().sound) return;
  context ??= new AudioContext();
  notes.forEach((note, index) => {
    const from = context.currentTime + index * length;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: note });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0.28, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  });
}
