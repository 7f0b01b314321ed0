// Telling: a screen reader, a moment's note, the title and the icon of the window.

import { byId } from "./dom.js";
import { t } from "./texts.js";

const TOAST = 6000; // milliseconds a refusal stays to be read
let toastTimer = 0;

/** Says it to a screen reader. */
export function tell(text) {
  document.getElementById("live").textContent = text;
}

/** Shows a sentence for a moment; a screen reader says it at once. */
export function toast(text) {
  const element = document.getElementById("toast");
  element.textContent = text;
  element.hidden = !text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    element.hidden = true;
  }, TOAST);
}

/** Marks the window while something waits for its person. @param {Record<string, any>} waits {turns, asks} */
export function mark({ turns, asks }) {
  const waiting = turns ? t("Your turn") : asks ? t("Waiting for your answer") : "";
  document.title = waiting ? `● ${waiting} · Tavola` : "Tavola";
  byId("favicon").href = waiting ? "static/icon-waits.svg" : "static/icon.svg";
}
