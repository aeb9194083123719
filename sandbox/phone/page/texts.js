// Texts of the phone, in the chosen language, otherwise the browser's or English.

const CHOSEN = "sandbox.language";

/** @type {Record<string, { name: string, locale: string }>} Names in their own language. */
export const LANGUAGES = {
  en: { name: "English", locale: "en-GB" },
  nb: { name: "Norsk", locale: "nb-NO" },
  sv: { name: "Svenska", locale: "sv-SE" },
  da: { name: "Dansk", locale: "da-DK" },
  fi: { name: "Suomi", locale: "fi-FI" },
  de: { name: "Deutsch", locale: "de-DE" },
  fr: { name: "Français", locale: "fr-FR" },
  es: { name: "Español", locale: "es-ES" },
  pl: { name: "Polski", locale: "pl-PL" },
  uk: { name: "Українська", locale: "uk-UA" },
};

/** @type {{ language: string, texts: Record<string, string> }} */
const now = { language: "en", texts: {} };

/** Returns the chosen language, otherwise the browser's first supported one. */
export function wantedLanguage() {
  const wishes = [localStorage.getItem(CHOSEN) ?? "", ...navigator.languages];
  const tags = wishes.map((wish) => wish.toLowerCase().split("-")[0]);
  return tags.map((tag) => (tag === "no" || tag === "nn" ? "nb" : tag)).find((tag) => tag in LANGUAGES) ?? "en";
}

/** Loads and activates a language. @param {string} language */
export async function speak(language) {
  // biome-ignore lint/plugin/connections: a page in a browser
  const response = await fetch(`/phone/assets/${language}.json`);
  now.texts = await response.json();
  now.language = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]"))
    element.textContent = t(element.getAttribute("data-text") ?? "");
  document.querySelector("#link")?.setAttribute("placeholder", t("paste"));
}

/** Stores the chosen language. @param {string} language */
export function keepLanguage(language) {
  localStorage.setItem(CHOSEN, language);
}

/** Returns whether a text exists; the service may send unknown names. @param {string} key */
export const hasText = (key) => key in now.texts;

/**
 * Returns a text with its values.
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function t(key, values = {}) {
  return (now.texts[key] ?? key).replace(/\{(\w+)\}/g, (_place, name) => values[name] ?? "");
}

/** Locale of amounts and dates. */
export function locale() {
  return LANGUAGES[now.language]?.locale ?? "en-GB";
}

/** Formats `4:59`, or from an hour on `1 h 5 min` in the locale. @param {number} seconds */
export function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  const unit = (/** @type {string} */ name, /** @type {number} */ value) =>
    new Intl.NumberFormat(locale(), { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  return [unit("hour", Math.floor(minutes / 60)), unit("minute", minutes % 60)].join(" ");
}
