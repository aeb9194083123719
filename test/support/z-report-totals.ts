/** Totals of all Z reports and of the service's payments, for comparison; and a helper that closes a day. */

import type { Report } from "../../contract/accounting/reports.ts";
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import type { Sandbox } from "../../sandbox/service.ts";

export interface Totals {
  captured: number;
  refunded: number;
}

interface Calls {
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
}

/** Attempts to close with decisions about the differences found by the comparison. */
const TRIES = 3;

/**
 * Closes the day as the signed-in manager, compared with the service where possible; open payments move to the next
 * day.
 * @param compared `never` skips the comparison, `always` refuses to close without it
 */
export async function closeDay(
  till: Calls,
  compared: "never" | "if_possible" | "always" = "if_possible",
): Promise<ClosedDay | Refusal> {
  let without = compared === "never";
  for (let tries = 1; ; tries += 1) {
    const preview = await till.call("report.preview", {});
    if (!preview.ok) return refusal(preview.error);
    const decisions = preview.value.unresolved.map(({ subject }) => ({ subject, decision: "carry_over" as const }));
    const closed = await till.call("report.z", { decisions, ...(without && { uncompared: true }) });
    if (closed.ok) return { code: null, z: closed.value };
    const { fields, because } = closed.error.details;
    const isUndecided =
      fields?.some(({ field }) => field.startsWith("decisions.")) || because?.code === "close_changed";
    const isUncompared = compared !== "always" && (fields?.some(({ field }) => field === "uncompared") ?? false);
    if (!(isUndecided || isUncompared) || tries === TRIES) return refusal(closed.error);
    without ||= isUncompared;
  }
}

/** A closed day and its Z. */
export interface ClosedDay {
  code: null;
  z: Report;
}

/** Why a day could not be closed: the error's code and message. */
export interface Refusal {
  code: string;
  because: string;
}

function refusal({ code, message, details }: { code: string; message: string; details?: unknown }): Refusal {
  return { code, because: `${code}, ${message} ${JSON.stringify(details ?? null)}` };
}

/** Returns the totals and the number of all Z reports. */
export async function totalsOfZReports(till: Calls): Promise<Totals & { reports: number }> {
  const page = await till.call("report.list", { limit: 100 });
  if (!page.ok) throw new Error(page.error.code);
  const reports = page.value.items.filter(({ kind }) => kind === "z");
  return {
    captured: reports.reduce((total, { captured }) => total + captured, 0),
    refunded: reports.reduce((total, { refunded }) => total + refunded, 0),
    reports: reports.length,
  };
}

/** Returns the totals of all the service's payments. */
export function totalsOfService(sandbox: Pick<Sandbox, "payments">): Totals {
  const sum = (list: readonly { amount: number; additionalAmount: number }[]) =>
    list.reduce((total, { amount, additionalAmount }) => total + amount + additionalAmount, 0);
  const held = sandbox.payments();
  return {
    captured: held.reduce((total, { captures }) => total + sum(captures), 0),
    refunded: held.reduce((total, { refunds }) => total + sum(refunds), 0),
  };
}
