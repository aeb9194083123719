/** A test vend: an operator orders one item from a slot, without a payment. */

import type { CommandValues } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { inEnglishOrNull, type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { OperatorContext } from "../../people/context.ts";
import { transact } from "../../storage/database/database.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import type { Dispenser, VendReport } from "../dispenser.ts";
import type { TestEnd } from "../slots/slots.ts";
import { unreadableReason } from "./reports.ts";
import { checkReport } from "./vend-items.ts";

export interface TestVendPorts extends Pick<OperatorContext, "clock" | "database" | "journal" | "log" | "staff"> {
  isVending(): boolean;
}

const TEST_MS = 60_000;
const PAUSE_MS = 1000;

export function testVends(ports: TestVendPorts) {
  const { clock, database, journal, log, staff } = ports;
  const closed = new AbortController();
  let running: Promise<Reason | null> | null = null;
  const run = async (machine: Dispenser, slot: string, onEnd: (end: TestEnd) => void) => {
    const id = `test-${randomIdentifier(20)}`;
    const actor = staff.actor();
    transact(database, () => journal.append({ event: "vend.tested", actor, data: { id, slot } }, clock.now()));
    const outcome = await runTest(machine, id, slot, { clock, signal: closed.signal });
    const problem = outcome === "not_ordered" ? reasonFor("vend_test_silent", { slot }) : outcome;
    if (outcome !== "not_ordered") onEnd({ problem, actor });
    log.info({ id, slot, problem: inEnglishOrNull(problem) }, "the test vend has ended");
    await machine.endSession(id);
    return problem;
  };
  return {
    /** `problem` is null when the machine reported exactly one item from the slot. */
    async test(
      machine: Dispenser,
      slot: string,
      onEnd: (end: TestEnd) => void,
    ): Promise<Result<CommandValues["kiosk.testMachine"]>> {
      if (running !== null || ports.isVending())
        return failed("illegal_state", { because: reasonFor("vend_test_busy") });
      running = run(machine, slot, onEnd).finally(() => {
        running = null;
      });
      return done({ problem: await running });
    },
    async close() {
      closed.abort();
      await running?.catch(() => undefined);
    },
  };
}

/** Orders until the machine accepts, then polls for its report, within {@link TEST_MS}. */
async function runTest(
  machine: Dispenser,
  id: string,
  slot: string,
  { clock, signal }: Pick<OperatorContext, "clock"> & { signal: AbortSignal },
): Promise<Reason | null | "not_ordered"> {
  const items = [{ slot, quantity: 1 }];
  const until = clock.monotonic() + TEST_MS;
  let isAccepted = false;
  for (; !signal.aborted && clock.monotonic() < until; await clock.sleep(PAUSE_MS, signal)) {
    if (!isAccepted) {
      const answer = await machine.orderVend(id, items, signal);
      if (typeof answer !== "string") return reasonFor("vend_test_empty", { slot });
      if (answer === "refused") return reasonFor("vend_test_refused", { slot });
      isAccepted = answer === "accepted";
    }
    const result = isAccepted ? reportResult(checkReport(await machine.pollVend(id, signal), items), slot) : undefined;
    if (result !== undefined) return result;
  }
  return signal.aborted && !isAccepted ? "not_ordered" : reasonFor("vend_test_silent", { slot });
}

/** Returns undefined without a report; null when exactly one item dropped. */
function reportResult(report: VendReport, slot: string): Reason | null | undefined {
  if (report.state === "unreadable") return unreadableReason(report.problem);
  if (report.state === "unknown") return reasonFor("vend_machine_unsure");
  if (report.state !== "done" && report.state !== "failed") return undefined;
  const dropped = report.dropped.reduce((sum, { quantity }) => sum + quantity, 0);
  if (dropped > 1) return reasonFor("vend_slot_short", { dropped, ordered: 1 });
  return dropped === 1 ? null : reasonFor("vend_test_nothing", { slot });
}
