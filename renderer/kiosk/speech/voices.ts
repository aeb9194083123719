/** Which of the system's voices reads a language aloud. Pure. */
import type { CustomerLanguage } from "../../../contract/customer-language.ts";

type Voice = Pick<SpeechSynthesisVoice, "lang" | "localService" | "default">;

/** Bokmål's voices are mostly called Norwegian alone. */
const TAGS: Partial<Record<CustomerLanguage, readonly string[]>> = { nb: ["nb", "no"] };

/**
 * A voice for a language. One of a service on the network is none: it would be told what a customer buys.
 * @returns null: there is none, and nothing is read in that language
 */
export function voiceFor<V extends Voice>(language: CustomerLanguage, voices: readonly V[]): V | null {
  const tags = TAGS[language] ?? [language];
  const own = voices.filter(({ lang, localService }) => {
    const [tag = ""] = lang.toLowerCase().split(/[-_]/);
    return localService && tags.includes(tag);
  });
  return own.find((voice) => voice.default) ?? own[0] ?? null;
}
