/** The dispenser that this till is provisioned with. */
import type { DispenserSettings } from "../../../contract/kiosk-settings.ts";
import type { Dispenser } from "../../kiosk/dispenser.ts";
import { httpDispenser } from "./http.ts";

/** Makes its driver; nothing is sent before it is used. @returns null where there is no machine */
export function openDispenser(settings: DispenserSettings): Dispenser | null {
  switch (settings.driver) {
    case "none":
      return null;
    case "http":
      return httpDispenser(settings.url);
  }
}
