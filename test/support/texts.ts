/** All texts of the screens. */
import { initTexts, type Language, loadTexts } from "../../renderer/kit/i18n/index.ts";

/** Loads all texts of a language, as in a window with all parts loaded. */
export async function startAllTexts(language: Language): Promise<void> {
  await initTexts(language);
  await loadTexts(language);
}
