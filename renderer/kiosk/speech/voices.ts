import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";

type Voice = Pick<SpeechSynthesisVoice, "lang" | "localService" | "default">;

/** Bokmål voices are mostly tagged as Norwegian. */
const TAGS: Partial<Record<CustomerLanguage, readonly string[]>> = { nb: ["nb", "no"] };

/**
 * Returns a local voice: network voices would reveal what a customer buys.
 * @returns null: no voice, and nothing is read
 */
export function voiceFor<V extends Voice>(language: CustomerLanguage, voices: readonly V[]): V | null {
  const tags = TAGS[language] ?? [language];
  const own = voices.filter(({ lang, localService }) => {
    const [tag = ""] = lang.toLowerCase().split(/[-_]/);
    return localService && tags.includes(tag);
  });
  return own.find((voice) => voice.default) ?? own[0] ?? null;
}
