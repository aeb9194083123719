/** How a till that sells unattended is set up by its owner. The commands' rows are in `kiosk-commands.ts`. */
import type { KioskSettings } from "./kiosk-settings.ts";
import type { Reason } from "./reasons.ts";

/** What the owner chooses. */
export interface KioskChoices extends KioskSettings {
  /** When the till starts again by itself at night, by the shop's clock; null: never */
  restartAt: string | null;
}

export interface KioskView extends KioskChoices {
  /** Vends under way: until they are over, nothing of the machine can be changed */
  openVends: number;
}

/** What a kiosk does that was told nothing else; at a counter it is up to the owner. */
const KIOSK_RESTARTS_AT = "04:00";

/** When the till starts again at night. @param chosen null is never, undefined is as usual for the mode */
export function restartTime(chosen: string | null | undefined, isKiosk: boolean): string | null {
  if (chosen !== undefined) return chosen;
  return isKiosk ? KIOSK_RESTARTS_AT : null;
}

export interface KioskValues {
  "kiosk.get": KioskView;
  "kiosk.set": KioskView;
  /** Why that machine could not sell now, or the test vend failed; null: it is fit to sell, and dropped the one item */
  "kiosk.testMachine": { problem: Reason | null };
}
