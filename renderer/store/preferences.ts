/** Preferences of this window; nothing about money. */
import { LANGUAGES, languageFor } from "../kit/i18n/index.ts";
import type { Preferences, Theme } from "./state.ts";

const KEY = "till.preferences";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function loadPreferences(): Preferences {
  const saved = read();
  return {
    theme: THEMES.find((theme) => theme === saved.theme) ?? "system",
    language: LANGUAGES.find((language) => language === saved.language) ?? languageFor(navigator.languages),
    sound: saved.sound !== false,
    unitsFirst: saved.unitsFirst === "whole" ? "whole" : "minor",
  };
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // No storage (private window, full disk): the preferences last until the window closes.
  }
}

function read(): { theme?: unknown; language?: unknown; sound?: unknown; unitsFirst?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
