/** All texts of the screens. */
import { type Language, loadTexts, startTexts } from "../../renderer/kit/i18n/index.ts";

/** Loads all texts of a language, as in a window with all parts loaded. */
export async function startAllTexts(language: Language): Promise<void> {
  await startTexts(language);
  await loadTexts(language);
}
