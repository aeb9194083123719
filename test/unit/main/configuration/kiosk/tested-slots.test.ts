import { expect, it } from "vitest";
import type { DispenserSettings } from "../../../../../contract/kiosk/kiosk-settings.ts";
import { NO_KIOSK } from "../../../../../contract/kiosk/kiosk-settings.ts";
import { kioskChoices } from "../../../../../main/configuration/kiosk/kiosk-choices.ts";
import { kioskSettingsModule } from "../../../../../main/configuration/kiosk/module.ts";
import type { Dispenser, VendReport } from "../../../../../main/kiosk/dispenser.ts";
import type { TestEnd } from "../../../../../main/kiosk/slots/slots.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const IN_USE: DispenserSettings = { driver: "http", url: "http://127.0.0.1:8090/" };
const OTHER: DispenserSettings = { driver: "http", url: "http://127.0.0.1:8091/" };
const ONE: VendReport = { state: "done", dropped: [{ slot: "A1", quantity: 1 }] };
const NONE: VendReport = { state: "done", dropped: [] };

/** A healthy machine that accepts each order, with this report. */
const reporting = (report: VendReport): Dispenser => ({
  orderVend: async () => "accepted",
  pollVend: async () => report,
  problem: async () => null,
  orderProblem: () => null,
  endSession: async () => undefined,
  close: async () => undefined,
});

it.each<[string, DispenserSettings, string | undefined, VendReport, unknown[]]>([
  ["a slot of the machine in use that dropped", IN_USE, "A1", ONE, [["A1", undefined, "Owner"]]],
  ["a slot of the machine in use that dropped nothing", IN_USE, "A1", NONE, [["A1", "vend_test_nothing", "Owner"]]],
  ["no result without a test vend", IN_USE, undefined, ONE, []],
  ["no result of another machine", OTHER, "A1", ONE, []],
])("a dispenser test reports %s", async (_, dispenser, slot, report, expected) => {
  using made = temporaryDatabase();
  const tested: unknown[] = [];
  const machine = reporting(report);
  const { commands, close } = kioskSettingsModule({
    clock: createManualClock(),
    database: made.database,
    log: { info: () => undefined },
    journal: { append: () => undefined },
    staff: { actor: () => "Owner" },
    kiosk: false,
    kioskSetup: kioskChoices(made.database, { kiosk: { ...NO_KIOSK, dispenser: IN_USE }, restartAt: undefined }),
    vends: { listActive: () => [], find: () => null },
    machine: { current: () => machine },
    openMachine: () => machine,
    isVending: () => false,
    startTest:
      (slot: string) =>
      ({ problem, actor }: TestEnd) =>
        tested.push([slot, problem?.code, actor]),
  } as unknown as Parameters<typeof kioskSettingsModule>[0]);
  await commands["kiosk.testMachine"]({ dispenser, slot });
  expect(tested).toEqual(expected);
  await close();
});
