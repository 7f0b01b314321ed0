// Makes elements. Text is always set as text, never as markup: a name like "<b>" stays a name.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. `attributes` are set as they are; a function becomes an event listener, `true`
 * an empty attribute, and null or false is left out. Children are elements or strings.
 */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same in SVG. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The element with this id; its kind is known where it is used. @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/** All elements that fit the selector. @returns {any[]} */
export function all(selector) {
  return [...document.querySelectorAll(selector)];
}

/** A line icon of 24 by 24 units, drawn with the colour of the text around it. */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}

const ICONS = {
  send: "M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  first: "M6 5v14M18 6l-8 6 8 6z",
  back: "M15 6l-7 6 7 6z",
  forth: "M9 6l7 6-7 6z",
  last: "M18 5v14M6 6l8 6-8 6z",
  down: "M12 5v14M6 13l6 6 6-6",
};

/** A round sign with a person's first letter, in a colour of their own. */
export function avatar(person) {
  const first = [...person.name][0] ?? "?";
  const sign = el("span", { class: "avatar", "aria-hidden": "true" }, first.toUpperCase());
  sign.style.setProperty("--hue", hue(person.id));
  return sign;
}

function hue(id) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.codePointAt(0)) % 3600;
  return String((sum * 137) % 360);
}
