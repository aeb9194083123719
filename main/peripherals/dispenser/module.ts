import type { DispenserSettings } from "../../../contract/kiosk/kiosk-settings.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { ActiveDispenser, Dispenser } from "../../kiosk/dispenser.ts";
import type { StorageContext } from "../../storage/context.ts";
import { httpDispenser } from "./http.ts";
import { serialDispenser } from "./serial/serial.ts";

/** Creates the configured driver; null without a machine. Nothing is sent until its first use. */
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

function addressOf(settings: DispenserSettings): string | null {
  switch (settings.driver) {
    case "none":
      return null;
    case "http":
      return settings.url;
    case "serial":
      return settings.path;
  }
}

/** Returns the dispenser of the current settings, and closes the previous driver after a change. */
export function currentDispenser(
  chosen: () => DispenserSettings,
  open: (settings: DispenserSettings) => Dispenser | null,
): ActiveDispenser {
  let opened: { as: string; driver: Dispenser | null } | null = null;
  let closing: Promise<unknown> = Promise.resolve();
  return {
    current() {
      const settings = chosen();
      const as = canonicalJson(settings);
      if (opened?.as === as) return opened.driver;
      const previousDriver = opened?.driver ?? null;
      closing = Promise.all([closing, previousDriver?.close()]);
      opened = { as, driver: open(settings) };
      return opened.driver;
    },
    address: () => addressOf(chosen()),
    async close() {
      await Promise.all([closing, opened?.driver?.close()]);
    },
  };
}
