import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { PaperLine } from "../../../contract/integration/registers-api.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { operatorLanguageOf } from "../../../contract/values/customer-language.ts";
import { transact } from "../../storage/database/database.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import { drawerPulse, escPos } from "../printing/escpos.ts";
import type { JobRow } from "../printing/jobs.ts";
import type { Block } from "./blocks.ts";
import type { ReceiptCommandPorts, ReceiptCommands } from "./commands.ts";
import { RECEIPT_WORDS } from "./words.ts";

export type ProgramPrint = Pick<JobRow, "state" | "problem"> & { jobId: string };

export type ProgramPrints = ReturnType<typeof programPrints>;

type Ports = Pick<ReceiptCommandPorts, "clock" | "database" | "jobs" | "settings" | "terms" | "worker" | "onChange"> & {
  journal: Pick<Journal, "append">;
};

/** Maximum waiting prints per register. */
const MAX_WAITING = 20;

export function programPrints(ports: Ports, { "receipt.print": receipt }: ReceiptCommands) {
  const { clock, jobs, settings, worker, onChange } = ports;
  // In memory: after a restart, waiting prints expire within a quarter of an hour.
  const waiting = new Map<string, string[]>();
  const waits = (jobId: string) => ["queued", "sending"].includes(jobs.find(jobId)?.state ?? "");
  return {
    /** Queues the latest receipt of a payment */
    receipt,
    /** Queues a register's lines inside the caller's transaction */
    lines(register: string, lines: readonly PaperLine[]): Result<ProgramPrint> {
      const { printer } = settings.get();
      if (printer.kind === "none") return failed("illegal_state", { because: reasonFor("print_no_printer") });
      const before = (waiting.get(register) ?? []).filter(waits);
      if (before.length >= MAX_WAITING)
        return failed("limit", { because: reasonFor("register_prints_waiting", { register: { quoted: register } }) });
      const bytes = escPos(blocksOfLines(ports, lines), printer);
      const about = { kind: "slip" as const, receipt: null, posTid: null, copy: 0, automatic: false };
      const job = jobs.add({ ...about, bytes }, clock.now());
      waiting.set(register, [...before, job.id]);
      worker.sendNow();
      onChange();
      return done(viewOf(job));
    },
    find(jobId: string): ProgramPrint | null {
      const job = jobs.find(jobId);
      return job?.kind === "slip" ? viewOf(job) : null;
    },
    /** Opens the cash drawer now or fails; it never opens later. `actor` is journaled */
    openDrawer: (actor: string): Promise<Result<{ confirmed: boolean }>> => openDrawer(ports, actor),
  };
}

function viewOf({ id, state, problem }: JobRow): ProgramPrint {
  return { jobId: id, state, problem };
}

/** Demo and test tills mark every print. */
function blocksOfLines({ terms }: Ports, lines: readonly PaperLine[]): Block[] {
  const { environment, locale } = terms();
  const words = RECEIPT_WORDS[operatorLanguageOf(locale)];
  const banner: Block[] = environment === "live" ? [] : [{ kind: "banner", text: words[environment] }];
  return [...banner, ...lines.map((line): Block => (line.kind === "text" ? { ...line, kind: "note" } : line))];
}

async function openDrawer(ports: Ports, actor: string): Promise<Result<{ confirmed: boolean }>> {
  const { clock, database, journal, settings, worker } = ports;
  const { printer } = settings.get();
  if (printer.kind === "none" || !printer.drawer)
    return failed("illegal_state", { because: reasonFor("register_no_drawer") });
  // Journaled before the drawer opens, so that every opening has a trace.
  transact(database, () => journal.append({ event: "drawer.asked", actor }, clock.now()));
  const printed = await worker.printNow(drawerPulse());
  if (printed.is === "printed") return done({ confirmed: printed.confirmed });
  const cause = reasonFor(`printer_${printed.fault}`);
  const code = printed.is === "not" ? "register_drawer_shut" : "register_drawer_unknown";
  return failed("illegal_state", { because: reasonFor(code, { cause }) });
}
