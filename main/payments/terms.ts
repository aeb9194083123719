import { customerLanguageOf } from "../../contract/values/customer-language.ts";
import { tillPrefix } from "../storage/database/identifiers.ts";
import { codeLifetimeMs } from "./code-expiry.ts";
import type { PaymentsContext } from "./context.ts";

export function termsOf(context: PaymentsContext) {
  const { settings, database, kiosk, disk, credentials, refundKey, reception, registration } = context;
  const { customerLanguage, chooseLanguage, permissions } = context;
  const isKiosk = kiosk || settings.mode === "kiosk";
  return {
    currency: settings.currency,
    posId: settings.pos.id,
    prefix: tillPrefix(database),
    allowCredit: settings.allowCredit,
    expiresInSeconds: isKiosk ? settings.expiry.kioskSeconds : settings.expiry.counterSeconds,
    codeLifetimeMs: codeLifetimeMs(settings),
    callbackUri: () => reception.receiver()?.callbackUri ?? null,
    canRefund: () => credentials.scheme() === "RSA-SHA256" || refundKey.exists(),
    refundKey,
    walkIn: registration.walkIn,
    customerLanguage,
    chooseLanguage,
    permissions,
    shopLanguage: customerLanguageOf(settings.locale),
    offline: settings.offline,
    isDiskFull: () => disk() === "full",
  };
}
