// What the phone says, in the language of whoever holds it: chosen on the page, else the browser's, else English.

const CHOSEN = "sandbox.language";

/** @type {Record<string, { name: string, locale: string }>} Each under its own name. */
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

/** The language that a person chose here, else the first of theirs that there is. */
export function wantedLanguage() {
  const wishes = [localStorage.getItem(CHOSEN) ?? "", ...navigator.languages];
  const tags = wishes.map((wish) => wish.toLowerCase().split("-")[0]);
  return tags.map((tag) => (tag === "no" || tag === "nn" ? "nb" : tag)).find((tag) => tag in LANGUAGES) ?? "en";
}

/** Fetches a language, and speaks it from now on. @param {string} language */
export async function speak(language) {
  const response = await fetch(`/phone/assets/${language}.json`);
  now.texts = await response.json();
  now.language = language;
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-text]"))
    element.textContent = t(element.getAttribute("data-text") ?? "");
  document.querySelector("#link")?.setAttribute("placeholder", t("paste"));
}

/** Keeps a person's choice. @param {string} language */
export function keepLanguage(language) {
  localStorage.setItem(CHOSEN, language);
}

/** Whether there is such a text: of what the service names there may be more than this page knows. @param {string} key */
export const hasText = (key) => key in now.texts;

/**
 * A text, with its values in their places.
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function t(key, values = {}) {
  return (now.texts[key] ?? key).replace(/\{(\w+)\}/g, (_place, name) => values[name] ?? "");
}

/** Where amounts and dates are written as the reader expects them. */
export function locale() {
  return LANGUAGES[now.language]?.locale ?? "en-GB";
}

/** `4:59`, and from an hour on `1 h 5 min` as that is written there. @param {number} seconds */
export function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  const unit = (/** @type {string} */ name, /** @type {number} */ value) =>
    new Intl.NumberFormat(locale(), { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  return [unit("hour", Math.floor(minutes / 60)), unit("minute", minutes % 60)].join(" ");
}
