/** Totals of all Z reports and of the service's payments, to be compared; and how a test closes a day. */
import type { CommandInput, CommandName, CommandValues } from "../../contract/commands.ts";
import type { Result } from "../../contract/errors.ts";
import type { Report } from "../../contract/reports.ts";
import type { Sandbox } from "../../sandbox/service.ts";

export interface Totals {
  captured: number;
  refunded: number;
}

interface Calls {
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
}

/** How often a close is tried with decisions about the differences that its comparison found. */
const TRIES = 3;

/**
 * Closes the day of a manager who is signed in, compared with the service where it can be; what is open is then the next
 * day's.
 * @param compared `never` does not compare it, `always` refuses where it cannot be compared
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

/** A day that is closed, and its Z. */
export interface ClosedDay {
  code: null;
  z: Report;
}

/** Why a day could not be closed: the error's code, and what it says. */
export interface Refusal {
  code: string;
  because: string;
}

function refusal({ code, message, details }: { code: string; message: string; details?: unknown }): Refusal {
  return { code, because: `${code}, ${message} ${JSON.stringify(details ?? null)}` };
}

/** The totals of all Z reports, and how many there are. */
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

/** The totals of all the service's payments. */
export function totalsOfService(sandbox: Pick<Sandbox, "payments">): Totals {
  const sum = (list: readonly { amount: number; additionalAmount: number }[]) =>
    list.reduce((total, { amount, additionalAmount }) => total + amount + additionalAmount, 0);
  const held = sandbox.payments();
  return {
    captured: held.reduce((total, { captures }) => total + sum(captures), 0),
    refunded: held.reduce((total, { refunds }) => total + sum(refunds), 0),
  };
}
