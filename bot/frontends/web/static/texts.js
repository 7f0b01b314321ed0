// The page's sentences. They come from the server's catalogues, one language at a time; the English
// text is the key. Whatever is said about a match arrives finished and does not pass here.

let loaded = { locale: "en", texts: {}, games: [], locales: {}, verbs: {} };

/** Loads a language; without one the server takes the browser's. */
export async function loadTexts(locale) {
  const wish = locale ? `?locale=${encodeURIComponent(locale)}` : "";
  const answer = await fetch(`texts.json${wish}`);
  loaded = await answer.json();
  document.documentElement.lang = loaded.locale;
  document.documentElement.dir = "ltr"; // as all four languages are written
  fillTexts(document);
}

/** The sentence, its `{placeholders}` filled. */
export function t(key, params = {}) {
  const text = loaded.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
}

export const locale = () => loaded.locale;
export const locales = () => loaded.locales;
export const games = () => loaded.games;
export const verbs = () => loaded.verbs; // what can be said, with what it does

/** Fills `data-t` (text), `data-t-label` (accessible name) and `data-t-hint` (placeholder). */
export function fillTexts(root) {
  for (const each of root.querySelectorAll("[data-t]")) each.textContent = t(each.dataset.t);
  for (const each of root.querySelectorAll("[data-t-label]")) {
    each.setAttribute("aria-label", t(each.dataset.tLabel));
    if (each.hasAttribute("title")) each.title = t(each.dataset.tLabel);
  }
  for (const each of root.querySelectorAll("[data-t-hint]")) {
    each.placeholder = t(each.dataset.tHint);
  }
}

/** The time of day, as the language writes it. */
export function clockTime(millis) {
  const own = navigator.languages.find((language) => language.startsWith(loaded.locale));
  const fallback = loaded.locale === "ht" ? "fr" : loaded.locale;
  return new Date(millis).toLocaleTimeString(own ?? fallback, { hour: "numeric", minute: "2-digit" });
}
