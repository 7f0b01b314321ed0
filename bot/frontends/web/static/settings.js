// What this browser prefers: language, light or dark, how the board looks, the game played last. Kept
// here, not on the server: another browser on the same desk may prefer otherwise.

const KEY = "tavola.settings";
export const LOOKS = ["auto", "light", "dark"];
export const THEMES = ["classic", "wood", "dark", "shapes"];
const DEFAULTS = { locale: null, look: "auto", theme: "classic", game: null, sound: false, coordinates: true };

export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { ...DEFAULTS };
  }
}

export function keep(change) {
  const next = { ...settings(), ...change };
  localStorage.setItem(KEY, JSON.stringify(next));
  applySettings();
  return next;
}

/** Dresses the page. */
export function applySettings() {
  const { look, theme, coordinates } = settings();
  document.documentElement.toggleAttribute("data-bare", !coordinates);
  document.documentElement.dataset.look = LOOKS.includes(look) ? look : "auto";
  document.documentElement.dataset.theme = THEMES.includes(theme) ? theme : "classic";
}
