/** Visit data that survives a reload: open payment and language. It is deleted with the payment. */
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../contract/values/customer-language.ts";

const KEY = "till.kiosk";

export interface SavedVisit {
  posTid: string;
  language: CustomerLanguage | null;
}

export function saveVisit(visit: SavedVisit): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // No storage: the main process lists the open payment.
  }
}

export function loadVisit(): SavedVisit | null {
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
    // No storage: nothing was kept.
  }
}
