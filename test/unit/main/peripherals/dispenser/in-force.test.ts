import { expect, it } from "vitest";
import type { DispenserSettings } from "../../../../../contract/kiosk/kiosk-settings.ts";
import type { Dispenser } from "../../../../../main/kiosk/dispenser.ts";
import { currentDispenser } from "../../../../../main/peripherals/dispenser/module.ts";

/** A till with changeable settings, and the state of each driver. */
function machines() {
  const state = { chosen: { driver: "none" } as DispenserSettings, told: [] as string[] };
  const open = (settings: DispenserSettings): Dispenser | null => {
    if (settings.driver === "none") return null;
    const name = settings.driver === "http" ? settings.url : settings.path;
    state.told.push(`open ${name}`);
    return {
      orderVend: async () => "accepted",
      pollVend: async () => ({ state: "pending", dropped: [] }),
      problem: async () => null,
      orderProblem: () => null,
      endSession: async () => undefined,
      close: async () => void state.told.push(`close ${name}`),
    };
  };
  return { state, machine: currentDispenser(() => state.chosen, open) };
}

it("the active machine follows the settings, and the previous driver is closed", async () => {
  const { state, machine } = machines();
  expect(machine.current()).toBeNull();
  state.chosen = { driver: "http", url: "http://127.0.0.1:1/" };
  const first = machine.current();
  expect(first).not.toBeNull();
  expect(machine.current()).toBe(first);
  state.chosen = { driver: "serial", path: "/dev/ttyUSB0", baudRate: 9600 };
  expect(machine.current()).not.toBe(first);
  expect(state.told).toEqual(["open http://127.0.0.1:1/", "close http://127.0.0.1:1/", "open /dev/ttyUSB0"]);
  state.chosen = { driver: "none" };
  expect(machine.current()).toBeNull();
  state.chosen = { driver: "http", url: "http://127.0.0.1:1/" };
  machine.current();
  await machine.close();
  expect(state.told.slice(3)).toEqual(["close /dev/ttyUSB0", "open http://127.0.0.1:1/", "close http://127.0.0.1:1/"]);
});
