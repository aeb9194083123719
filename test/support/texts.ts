/** The screens' texts, all of them. */
import { type Language, loadTexts, startTexts } from "../../renderer/kit/i18n/index.ts";

/** Begins in a language with everything that it says, as a window has it once its parts are there. */
export async function startAllTexts(language: Language): Promise<void> {
  await startTexts(language);
  await loadTexts(language);
}
