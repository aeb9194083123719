/** The dispenser that this till is set up with. */

import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { DispenserSettings } from "../../../contract/kiosk-settings.ts";
import type { Dispenser, DispenserInForce } from "../../kiosk/dispenser.ts";
import type { StorageContext } from "../../storage/context.ts";
import { httpDispenser } from "./http.ts";
import { serialDispenser } from "./serial/serial.ts";

/** Makes its driver; nothing is sent before it is used. @returns null where there is no machine */
export function openDispenser(
  settings: DispenserSettings,
  context: Pick<StorageContext, "clock" | "log"> & { settings: { service: { ca: string | null } } },
): Dispenser | null {
  switch (settings.driver) {
    case "none":
      return null;
    case "http":
      return httpDispenser(settings.url, context.settings.service.ca);
    case "serial":
      return serialDispenser(settings, context);
  }
}

function placeOf(settings: DispenserSettings): string | null {
  switch (settings.driver) {
    case "none":
      return null;
    case "http":
      return settings.url;
    case "serial":
      return settings.path;
  }
}

/**
 * Follows the settings: the driver is the one that they name when it is asked for, and the one before is closed.
 * @param chosen the settings in force
 * @param open makes a driver; another one for tests
 */
export function dispenserInForce(
  chosen: () => DispenserSettings,
  open: (settings: DispenserSettings) => Dispenser | null,
): DispenserInForce {
  let opened: { as: string; driver: Dispenser | null } | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  return {
    current() {
      const settings = chosen();
      const as = canonicalJson(settings);
      if (opened?.as === as) return opened.driver;
      const before = opened?.driver ?? null;
      closing = Promise.all([closing, before?.close()]);
      opened = { as, driver: open(settings) };
      return opened.driver;
    },
    place: () => placeOf(chosen()),
    async close() {
      await Promise.all([closing, opened?.driver?.close()]);
    },
  };
}
