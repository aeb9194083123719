import { customerLanguageOf } from "../../contract/customer-language.ts";
import { tillPrefix } from "../storage/database/identifiers.ts";
import { codeLivesMs } from "./code-expiry.ts";
import type { PaymentsContext } from "./context.ts";

export function termsOf({
  settings,
  database,
  kiosk,
  disk,
  credentials,
  refundKey,
  reception,
  registration,
  customerLanguage,
  chooseLanguage,
  permissions,
}: PaymentsContext) {
  const inKiosk = kiosk || settings.mode === "kiosk";
  return {
    currency: settings.currency,
    posId: settings.pos.id,
    prefix: tillPrefix(database),
    allowCredit: settings.allowCredit,
    expiresInSeconds: inKiosk ? settings.expiry.kioskSeconds : settings.expiry.counterSeconds,
    codeLivesMs: codeLivesMs(settings),
    callbackUri: () => reception.receiver()?.callbackUri ?? null,
    mayRefund: () => credentials.scheme() === "RSA-SHA256" || refundKey.exists(),
    refundKey,
    walkIn: registration.walkIn,
    customerLanguage,
    chooseLanguage,
    permissions,
    shopLanguage: customerLanguageOf(settings.locale),
    offline: settings.offline,
    diskFull: () => disk() === "full",
  };
}
