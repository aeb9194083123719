/** What a kiosk's page keeps over a reload: whose payment is open, and what they read. Nothing of it outlives the payment. */
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../contract/customer-language.ts";

const KEY = "till.kiosk";

export interface KeptVisit {
  posTid: string;
  language: CustomerLanguage | null;
}

export function keepVisit(visit: KeptVisit): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // A browser that keeps nothing: main tells what is open.
  }
}

export function keptVisit(): KeptVisit | null {
  try {
    const { posTid, language } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (typeof posTid !== "string") return null;
    return { posTid, language: CUSTOMER_LANGUAGES.find((each) => each === language) ?? null };
  } catch {
    return null;
  }
}

export function forgetVisit(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
