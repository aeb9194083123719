/**
 * Reasons that a person chooses from a list, in every language that is spoken at a till. What is sent, and kept, is a
 * sentence for the customer; whoever reads it in another language is told the same choice in their own.
 */
import type { CustomerLanguage } from "./customer-language.ts";

type Words = Readonly<Record<CustomerLanguage, string>>;

/** Why money goes back: the customer reads it in the app. */
export const REFUND_REASONS: Record<"returned" | "wrongAmount" | "twice" | "notDelivered", Words> = {
  returned: { en: "Goods returned", nb: "Varer levert tilbake" },
  wrongAmount: { en: "Wrong amount", nb: "Feil beløp" },
  twice: { en: "Charged twice", nb: "Belastet to ganger" },
  notDelivered: { en: "Not delivered", nb: "Ikke levert" },
};

/** Why a request is given up: for staff. */
export const DISCARD_REASONS: Record<"doneOtherwise" | "notNeeded" | "mistake" | "cannotWork", Words> = {
  doneOtherwise: { en: "Done another way", nb: "Gjort på en annen måte" },
  notNeeded: { en: "No longer needed", nb: "Trengs ikke lenger" },
  mistake: { en: "Asked for by mistake", nb: "Bedt om ved en feil" },
  cannotWork: { en: "The service never takes it", nb: "Tjenesten tar den aldri imot" },
};

const ALL: readonly Words[] = [...Object.values(REFUND_REASONS), ...Object.values(DISCARD_REASONS)];

/** A reason in a language: what was chosen is said in it, and a person's own words stay as they were typed. */
export function reasonIn(language: CustomerLanguage, text: string): string {
  const chosen = ALL.find((words) => Object.values(words).includes(text));
  return chosen?.[language] ?? text;
}
