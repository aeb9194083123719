/** Actions on the shop's reports: read them, compare with the service, close the day, match a settlement file. */
import type { CommandInput, CommandName, CommandValues } from "../../../contract/commands.ts";
import { type ClosingPreview, type Decision, settlementPieces } from "../../../contract/reports.ts";
import type { ReportsState } from "../../store/office-state.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";
import { isShut } from "../../store/select.ts";

type Asked = Extract<CommandName, `report.${string}` | `settlement.${string}`>;

export function reportActions({ store }: ActionPorts, caller: Caller) {
  const put = (part: Partial<ReportsState>) => store.setState(({ reports }) => ({ reports: { ...reports, ...part } }));
  const ask = async <N extends Asked>(name: N, input: CommandInput<N>): Promise<CommandValues[N] | null> => {
    put({ problem: null });
    const result = await caller.once(name, name, input);
    if (result === null) return null;
    if (result.ok) return result.value;
    put({ problem: result.error });
    return null;
  };
  const read = async <N extends Asked>(name: N, input: CommandInput<N>, keep: (value: CommandValues[N]) => void) => {
    const value = await ask(name, input);
    if (value !== null) keep(value);
  };
  const readClosing = () =>
    read("report.preview", {}, (closing) => put({ closing, reconciliation: closing.reconciliation }));
  /** What the comparison before a close has found is among what is to be decided now; why it was refused stays. */
  const refused = async () => {
    const { problem } = store.getState().reports;
    await readClosing();
    put({ problem });
  };
  return {
    openReports(section?: string) {
      if (isShut(store.getState())) return;
      store.setState(({ reports }) => ({
        route: "reports",
        notice: null,
        reports: { ...reports, section: section ?? reports.section, opened: null, problem: null },
      }));
    },
    readToday: () => read("report.today", {}, (today) => put({ today })),
    readX: () => read("report.x", {}, (x) => put({ x })),
    ...recordActions(ask, put),
    matchSettlement: (name: string, text: string) => matchSettlement({ store, ask, put }, name, text),
    readClosing,
    readClosed: () => read("report.list", { limit: 50 }, (closed) => put({ closed })),
    openReport: (number: number) => read("report.get", { number }, (opened) => put({ opened })),
    closeReport: () => put({ opened: null }),
    reconcile: () => read("report.reconcile", {}, (reconciliation) => put({ reconciliation })),
    stopReconciling: () => read("report.stopReconciling", {}, (reconciliation) => put({ reconciliation })),
    decide(subject: string, decision: Decision, note: string) {
      store.setState(({ reports }) => ({
        reports: { ...reports, decisions: { ...reports.decisions, [subject]: { decision, note } } },
      }));
    },
    /** Closes the period that was seen: the number keeps two people from closing two. */
    async closeDay() {
      const { closing, decisions, uncompared } = store.getState().reports;
      if (closing === null) return;
      const decided = decidedOf(closing, decisions);
      const input = { number: closing.number, decisions: decided, ...(uncompared && { uncompared }) };
      const z = await ask("report.z", input);
      if (z === null) return refused();
      put({ opened: z, closing: null, decisions: {}, closed: null, x: null, reconciliation: null, uncompared: false });
    },
  };
}

function decidedOf({ unresolved }: ClosingPreview, decisions: ReportsState["decisions"]) {
  return unresolved.flatMap(({ subject }) => {
    const made = decisions[subject];
    return made ? [{ subject, decision: made.decision, note: made.note.trim() || undefined }] : [];
  });
}

type Ask = <N extends Asked>(name: N, input: CommandInput<N>) => Promise<CommandValues[N] | null>;

/** What is written down besides the close: Xs that are taken, the beginning of the day, files that were matched. */
function recordActions(ask: Ask, put: (part: Partial<ReportsState>) => void) {
  return {
    /** Takes the X that was read last: an event of the register. @returns whether it was taken */
    async takeX(): Promise<boolean> {
      const x = await ask("report.takeX", {});
      if (x !== null) put({ x });
      return x !== null;
    },
    async readDay() {
      const day = await ask("report.day", {});
      if (day !== null) put({ day });
    },
    async setDay(cutOff: string): Promise<boolean> {
      const day = await ask("report.setDay", { cutOff });
      if (day !== null) put({ day });
      return day !== null;
    },
    decideUncompared: (uncompared: boolean) => put({ uncompared }),
    async readSettlements() {
      const kept = await ask("settlement.list", {});
      if (kept !== null) put({ settlements: kept.items });
    },
    async openSettlement(id: string) {
      const settlement = await ask("settlement.get", { id });
      if (settlement !== null) put({ settlement });
    },
  };
}

/** Sends a settlement file of the service, in pieces, and shows what matches. */
async function matchSettlement(
  { store, ask, put }: Pick<ActionPorts, "store"> & { ask: Ask; put: (part: Partial<ReportsState>) => void },
  name: string,
  text: string,
): Promise<void> {
  const begun = await ask("settlement.begin", { name: name.slice(0, 200) });
  if (begun === null) return;
  const { uploadId } = begun;
  for (const [index, piece] of settlementPieces(text).entries()) {
    if ((await ask("settlement.append", { uploadId, index, text: piece })) === null) return;
  }
  const matched = await ask("settlement.finish", { uploadId });
  if (matched !== null) put({ settlement: matched });
  const { settlement, problem } = store.getState().reports;
  const list = await ask("settlement.list", {});
  if (list !== null) put({ settlements: list.items, settlement, problem });
}
