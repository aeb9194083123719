/** What other programs have this till's printer do: lines of their own, a payment's receipt, the cash drawer. */
import type { CommandInput } from "../../../contract/commands.ts";
import { operatorLanguageOf } from "../../../contract/customer-language.ts";
import { done, failed, type Result } from "../../../contract/errors.ts";
import { reasonFor } from "../../../contract/reasons.ts";
import type { PaperLine } from "../../../contract/registers-api.ts";
import { transact } from "../../storage/database/database.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import { drawerPulse, escPos } from "../printing/escpos.ts";
import type { JobRow } from "../printing/jobs.ts";
import type { Block } from "./blocks.ts";
import type { ReceiptCommandPorts, ReceiptCommands } from "./commands.ts";
import { RECEIPT_WORDS } from "./words.ts";

export type ProgramPrint = Pick<JobRow, "state" | "problem"> & { jobId: string };

export interface ProgramPrints {
  /** Puts a register's lines into the print queue: part of the caller's transaction. */
  lines(register: string, lines: readonly PaperLine[]): Result<ProgramPrint>;
  /** Puts the latest receipt of a payment into the print queue. */
  receipt(input: CommandInput<"receipt.print">): Result<unknown>;
  /** What became of a print of lines; null: there is none of this id */
  find(jobId: string): ProgramPrint | null;
  /** Opens the cash drawer now, or says why not: it never opens later, when nobody expects it. @param actor for the journal */
  openDrawer(actor: string): Promise<Result<{ confirmed: boolean }>>;
}

type Ports = Pick<ReceiptCommandPorts, "clock" | "database" | "jobs" | "settings" | "terms" | "worker" | "onChange"> & {
  journal: Pick<Journal, "append">;
};

/** How many of one register may wait for the printer: each is worked out when it is asked for. */
const MOST_WAITING = 20;

/** Makes them. */
export function programPrints(ports: Ports, { "receipt.print": receipt }: ReceiptCommands): ProgramPrints {
  const { clock, jobs, settings, worker, onChange } = ports;
  // A till that was started anew counts from none: what waited is given up in a quarter of an hour.
  const waiting = new Map<string, string[]>();
  const waits = (jobId: string) => ["queued", "sending"].includes(jobs.find(jobId)?.state ?? "");
  return {
    receipt,
    lines(register, lines) {
      const { printer } = settings.get();
      if (printer.kind === "none") return failed("illegal_state", { because: reasonFor("print_no_printer") });
      const before = (waiting.get(register) ?? []).filter(waits);
      if (before.length >= MOST_WAITING)
        return failed("limit", { because: reasonFor("register_prints_waiting", { register: { quoted: register } }) });
      const bytes = escPos(blocksOfLines(ports, lines), printer);
      const about = { kind: "slip" as const, receipt: null, posTid: null, copy: 0, automatic: false };
      const job = jobs.add({ ...about, bytes }, clock.now());
      waiting.set(register, [...before, job.id]);
      worker.hurry();
      onChange();
      return done(viewOf(job));
    },
    find(jobId) {
      const job = jobs.find(jobId);
      return job?.kind === "slip" ? viewOf(job) : null;
    },
    openDrawer: (actor) => openDrawer(ports, actor),
  };
}

function viewOf({ id, state, problem }: JobRow): ProgramPrint {
  return { jobId: id, state, problem };
}

/** No paper of a till that moves no real money passes for one that does. */
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
  // Before it opens: nobody opens a drawer without a trace.
  transact(database, () => journal.append({ event: "drawer.asked", actor }, clock.now()));
  const printed = await worker.printNow(drawerPulse());
  if (printed.is === "printed") return done({ confirmed: printed.confirmed });
  const cause = reasonFor(`printer_${printed.fault}`);
  const code = printed.is === "not" ? "register_drawer_shut" : "register_drawer_unknown";
  return failed("illegal_state", { because: reasonFor(code, { cause }) });
}
