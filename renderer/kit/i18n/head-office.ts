/** Texts of the head office page: the till's and its own. */
import i18next from "i18next";
import { enHeadOffice } from "./en/head-office.ts";
import { initTexts, LANGUAGES, type Language, loadTexts } from "./index.ts";
import { nbHeadOffice } from "./nb/head-office.ts";

const OWN = { en: enHeadOffice, nb: nbHeadOffice };

/** Initialises i18next with the till's texts and head office's. @throws when a file cannot be loaded */
export async function initHeadOfficeTexts(language: Language): Promise<void> {
  await initTexts(language);
  await Promise.all(LANGUAGES.map(loadTexts));
  for (const one of LANGUAGES) i18next.addResourceBundle(one, "translation", OWN[one], true);
}
