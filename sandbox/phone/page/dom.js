// Helpers for elements, icons and amounts.
import { locale } from "./texts.js";

/**
 * Creates an element. Text is never parsed as HTML.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>} properties
 *   attributes; `on…` are listeners; null, undefined and false leave an attribute out
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, String(value === true ? "" : value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** @type {Record<string, string[]>} Icons as SVG strokes in a 24-unit box; colour is never the only signal. */
const SHAPES = {
  tick: ["M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20", "m8 12 3 3 5-6"],
  lock: ["M6 11h12v10H6z", "M8 11V7a4 4 0 0 1 8 0v4"],
  octagon: ["M8 2h8l6 6v8l-6 6H8l-6-6V8z", "m9 9 6 6", "m15 9-6 6"],
  slashed: ["M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20", "m5 19 14-14"],
  back: ["M9 14 4 9l5-5", "M4 9h11a5 5 0 0 1 0 10h-4"],
  ring: ["M12 2a10 10 0 1 0 10 10"],
  code: ["M3 3h7v7H3z", "M14 3h7v7h-7z", "M3 14h7v7H3z", "M14 14h3v3h-3z", "M21 14v3", "M18 21h3v-1", "M14 21v-1"],
};

/**
 * @param {keyof typeof SHAPES} name
 * @param {number} size
 */
export function icon(name, size = 24) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const attributes = {
    viewBox: "0 0 24 24",
    width: size,
    height: size,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 2,
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value));
  svg.setAttribute("aria-hidden", "true");
  for (const d of SHAPES[name]) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/** @param {string} currency */
function digitsOf(currency) {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Formats minor units as a plain decimal without floats: 14950 NOK is `149.50`.
 * @param {number} amount
 * @param {string} currency
 */
export function decimal(amount, currency) {
  const digits = digitsOf(currency);
  const text = String(amount).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Returns the number format for amounts. @param {string} currency */
function format(currency) {
  return new Intl.NumberFormat(locale(), { style: "currency", currency, currencyDisplay: "narrowSymbol" });
}

/**
 * Formats an amount for an input, without the currency: `149,50`.
 * @param {number} amount
 * @param {string} currency
 */
export function typedAmount(amount, currency) {
  return decimal(amount, currency).replace(".", decimalSeparator(currency));
}

/** @param {string} currency */
function decimalSeparator(currency) {
  return (
    format(currency)
      .formatToParts(0.5)
      .find((part) => part.type === "decimal")?.value ?? "."
  );
}

/**
 * @param {number} amount
 * @param {string} currency
 */
export function money(amount, currency) {
  return format(currency).format(/** @type {any} */ (decimal(amount, currency)));
}

/**
 * Formats a telephone number: `+47 912 34 567`.
 * @param {string} digits
 */
export function phoneNumber(digits) {
  return `+${digits}`.replace(/^(\+47)(\d{3})(\d{2})(\d{3})$/, "$1 $2 $3 $4");
}

/**
 * Renders an amount with a large number and a small currency.
 * @param {number} amount
 * @param {string} currency
 */
export function amountOf(amount, currency) {
  const parts = format(currency).formatToParts(/** @type {any} */ (decimal(amount, currency)));
  const small = (/** @type {Intl.NumberFormatPart} */ { type }) => type === "currency" || type === "literal";
  return h(
    "p",
    { class: "amount" },
    ...parts.map((part) => (small(part) ? h("span", { class: "symbol" }, part.value) : part.value)),
  );
}

/**
 * Parses an amount in major units. An empty text is 0.
 * @param {string} text
 * @param {string} currency
 * @returns {number | null} minor units, or null if invalid
 */
export function readAmount(text, currency) {
  const digits = digitsOf(currency);
  const parts = /^(\d{0,9})(?:[.,](\d*))?$/.exec(text.trim().replace(/\s/g, ""));
  if (!parts || (parts[2] ?? "").length > digits) return null;
  return Number((parts[1] || "0") + (parts[2] ?? "").padEnd(digits, "0"));
}
