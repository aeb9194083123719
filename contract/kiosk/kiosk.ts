import type { KioskSettings } from "./kiosk-settings.ts";

export interface KioskChoices extends KioskSettings {
  /** When the till restarts each night, by the shop's clock; null: never */
  restartAt: string | null;
}

export interface KioskView extends KioskChoices {
  /** Open vends, which block changes of the machine */
  openVends: number;
}

const KIOSK_RESTARTS_AT = "04:00";

/** Returns the nightly restart time. `chosen`: null is never, undefined is the mode's default. */
export function restartTime(chosen: string | null | undefined, isKiosk: boolean): string | null {
  if (chosen !== undefined) return chosen;
  return isKiosk ? KIOSK_RESTARTS_AT : null;
}
