/** The terms on which this till talks to the service and asks for payments, from its settings and its vault. */

import { DEFAULT_CODE_SECONDS, type KeptSettings } from "../../../contract/settings.ts";
import { cutOffOf } from "../../accounting/periods/business-day.ts";
import type { RotatingCredentials } from "../../configuration/keys/rotating-credentials.ts";
import type { Registration } from "../../service/connection/registration.ts";
import type { Database } from "../../storage/database/database.ts";
import { tillPrefix } from "../../storage/database/identifiers.ts";
import type { Base, TillOptions } from "./base.ts";
import type { CallbackDoor } from "./callbacks.ts";

export function queueTerms(base: Base) {
  const { settings, connectivity } = base;
  return {
    ...base,
    offlineMinutes: settings.offline.maxAgeMinutes,
    isOffline: () => connectivity.state().link === "offline",
    signerOf: base.refundKey.signerOf,
  };
}

/** The terms on which this till asks for payments. */
export function paymentTerms(
  { settings, database, kiosk, connectivity, disk, credentials, refundKey }: Base,
  door: CallbackDoor,
  registration: Registration,
  beingChecked: (posTid: string) => boolean,
) {
  const inKiosk = kiosk || settings.mode === "kiosk";
  return {
    currency: settings.currency,
    posId: settings.pos.id,
    prefix: tillPrefix(database),
    allowCredit: settings.allowCredit,
    expiresInSeconds: inKiosk ? settings.expiry.kioskSeconds : settings.expiry.counterSeconds,
    codeLivesMs: codeLivesMs(settings),
    get callbackUri() {
      return door.receiver()?.callbackUri ?? null;
    },
    mayRefund: () => credentials.scheme() === "RSA-SHA256" || refundKey.isThere(),
    refundKey,
    walkIn: registration.walkIn,
    offline: settings.offline,
    isOffline: () => connectivity.state().link === "offline",
    diskFull: () => disk() === "full",
    beingChecked,
  };
}

/** The terms on which codes that nobody scans are ended. */
export function codeTerms(base: Base) {
  return {
    ...base,
    codeLivesMs: codeLivesMs(base.settings),
    isOffline: () => base.connectivity.state().link === "offline",
  };
}

/** How long a code is shown that nobody scans, in ms. A till that was set up before this was a setting has none. */
function codeLivesMs({ expiry }: Pick<KeptSettings, "expiry">): number {
  return (expiry.codeSeconds ?? DEFAULT_CODE_SECONDS) * 1000;
}

/** The settings with what changes while the till runs: how it signs in, and when its days begin. */
export function liveSettings(
  settings: KeptSettings,
  credentials: Pick<RotatingCredentials, "scheme">,
  database: Database,
): KeptSettings {
  const service = {
    ...settings.service,
    get scheme() {
      return credentials.scheme();
    },
  };
  return {
    ...settings,
    service,
    get businessDay() {
      return { cutOff: cutOffOf(database, settings.businessDay?.cutOff ?? null) };
    },
  };
}

export function address({ settings: { service }, vault }: TillOptions) {
  const { baseUrl, vendor, merchant, integrator, ca } = service;
  // An integrator replaces the user (section 5.2).
  const testbedToken = vault.get("testbedToken") || null;
  return { baseUrl, vendor, merchant, integrator, ca, testbedToken, user: integrator === null ? service.user : null };
}
