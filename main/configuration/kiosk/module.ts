import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import {
  type DispenserSettings,
  type KioskChoices,
  type KioskSettings,
  type KioskView,
  NO_KIOSK,
  restartTime,
} from "../../../contract/kiosk/kiosk-settings.ts";
import { isVendOpen } from "../../../contract/kiosk/vend.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { ActiveDispenser, Dispenser } from "../../kiosk/dispenser.ts";
import { machineProblem } from "../../kiosk/fitness.ts";
import type { Slots } from "../../kiosk/slots/slots.ts";
import type { VendRows } from "../../kiosk/vends/rows.ts";
import { type TestVendPorts, testVends } from "../../kiosk/vends/test-vend.ts";
import { vendViews } from "../../kiosk/vends/view.ts";
import type { OperatorContext } from "../../people/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { KioskChoicesStore } from "./kiosk-choices.ts";

interface KioskSettingsContext extends TestVendPorts, Pick<OperatorContext, "settings" | "signals"> {
  kiosk: boolean;
  kioskSetup: KioskChoicesStore;
  vends: Pick<VendRows, "listActive" | "find">;
  machine: Pick<ActiveDispenser, "current">;
  openMachine(settings: DispenserSettings): Dispenser | null;
  /** Returns a function that applies a test vend's result to the machine in use. */
  startTest: Slots["startTest"];
}

export function kioskSettingsModule(context: KioskSettingsContext) {
  const { clock, database, journal, kioskSetup, machine, signals, staff } = context;
  const view = () => viewIn(context);
  const tests = testVends(context);
  return {
    commands: {
      "kiosk.get": (): Result<KioskView> => done(view()),
      "kiosk.set"(next: CommandInput<"kiosk.set">): Result<KioskView> {
        const { restartAt, ...kiosk } = next;
        const number = openVends(context);
        if (number > 0 && !isSame(kiosk, kioskSetup.kiosk()))
          return failed("illegal_state", { because: reasonFor("kiosk_vend_open", { number }) });
        transact(database, () => {
          kioskSetup.set(next);
          journal.append({ event: "settings.kiosk", actor: staff.actor(), data: dataOf(next) }, clock.now());
        });
        // Releases the previous driver's port immediately.
        machine.current();
        signals.emit("terminal.outdated");
        return done(view());
      },
      "kiosk.testMachine": (input: CommandInput<"kiosk.testMachine">) => test(context, input, tests),
    },
    close: tests.close,
  };
}

function viewIn(context: KioskSettingsContext): KioskView {
  const { kiosk, settings } = context;
  return {
    ...(settings.kiosk ?? NO_KIOSK),
    restartAt: restartTime(settings.restartAt, kiosk || settings.mode === "kiosk"),
    openVends: openVends(context),
  };
}

function openVends({ vends }: Pick<KioskSettingsContext, "vends">): number {
  const viewOf = vendViews(vends);
  return vends.listActive().filter((posTid) => isVendOpen(viewOf(posTid))).length;
}

function isSame(left: KioskSettings | DispenserSettings, right: KioskSettings | DispenserSettings): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

function dataOf({ dispenser, ...rest }: KioskChoices) {
  return { ...rest, dispenser: canonicalJson(dispenser) };
}

/** Tests the active machine with its own driver, because a serial port allows one user. */
async function test(
  { kioskSetup, machine, openMachine, startTest }: KioskSettingsContext,
  { dispenser, slot }: CommandInput<"kiosk.testMachine">,
  tests: Pick<ReturnType<typeof testVends>, "test">,
) {
  const inForce = kioskSetup.kiosk().dispenser;
  const isInForce = isSame(dispenser, inForce);
  if (!isInForce && dispenser.driver === "serial" && inForce.driver === "serial" && dispenser.path === inForce.path)
    return failed("illegal_state", { because: reasonFor("kiosk_port_in_use") });
  const tested = isInForce ? machine.current() : openMachine(dispenser);
  try {
    const problem = await machineProblem(tested);
    if (problem !== null || tested === null || slot === undefined) return done({ problem });
    const apply = startTest(slot);
    // Another machine may be saved during the test.
    return await tests.test(tested, slot, (end) => {
      if (isSame(dispenser, kioskSetup.kiosk().dispenser)) apply(end);
    });
  } finally {
    if (!isInForce) await tested?.close();
  }
}
