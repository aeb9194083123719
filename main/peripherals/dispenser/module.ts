/** The dispenser that this till is provisioned with. */
import type { DispenserSettings } from "../../../contract/kiosk-settings.ts";
import type { Dispenser } from "../../kiosk/dispenser.ts";
import type { StorageContext } from "../../storage/context.ts";
import { httpDispenser } from "./http.ts";
import { serialDispenser } from "./serial/serial.ts";

/** Makes its driver; nothing is sent before it is used. @returns null where there is no machine */
export function openDispenser(
  settings: DispenserSettings,
  context: Pick<StorageContext, "clock" | "log">,
): Dispenser | null {
  switch (settings.driver) {
    case "none":
      return null;
    case "http":
      return httpDispenser(settings.url);
    case "serial":
      return serialDispenser(settings, context);
  }
}
