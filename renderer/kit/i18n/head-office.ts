/** The texts of head office's page: all of the till's, whose parts it is made of, and its own. */
import i18next from "i18next";
import { enHeadOffice } from "./en/head-office.ts";
import { LANGUAGES, type Language, loadTexts, startTexts } from "./index.ts";
import { nbHeadOffice } from "./nb/head-office.ts";

const OWN = { en: enHeadOffice, nb: nbHeadOffice };

/** Begins in a language, with everything that both say. @throws when that cannot be fetched */
export async function startHeadOfficeTexts(language: Language): Promise<void> {
  await startTexts(language);
  await Promise.all(LANGUAGES.map(loadTexts));
  for (const one of LANGUAGES) i18next.addResourceBundle(one, "translation", OWN[one], true);
}
