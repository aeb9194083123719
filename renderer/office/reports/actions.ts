/** Actions on the shop's reports: read them, compare with the service, close the day, match a settlement file. */
import type { CommandInput, CommandName, CommandValues } from "../../../contract/commands.ts";
import {
  type Decision,
  type HandOver,
  type SettlementMatch,
  settlementPieces,
  type UnresolvedKind,
} from "../../../contract/reports.ts";
import { decodeText } from "../../../contract/text-files.ts";
import type { ReportsState } from "../../store/office-state.ts";
import { type ActionPorts, type Caller, leave } from "../../store/ports.ts";
import { isShut } from "../../store/select.ts";
import { sentOf } from "./decisions.ts";

type Asked = Extract<CommandName, `${"report" | "settlement" | "shift"}.${string}` | "printer.slip">;

export function reportActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
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
  return {
    openReports(section?: string) {
      if (isShut(store.getState())) return;
      leave(ports, () =>
        store.setState(({ reports }) => ({
          route: "reports",
          notice: null,
          reports: { ...reports, section: section ?? reports.section, opened: null, isXOpen: false, problem: null },
        })),
      );
    },
    /** Opens a screen that a figure is about; a user who was let into the reports stays signed in. */
    lookAt(route: "reserved" | "queue" | "inbox") {
      if (isShut(store.getState())) return;
      leave(ports, () => store.setState({ route, notice: null, wayBack: { list: "reports", payment: null } }));
    },
    ...shiftActions(ask, put),
    readToday: () => read("report.today", {}, (today) => put({ today })),
    readX: () => read("report.x", {}, (x) => put({ x })),
    openX: (isXOpen: boolean) => put({ isXOpen }),
    ...recordActions(ask, put),
    ...closingActions({ store, ask, read, put }),
    matchSettlement: (file: File) => matchSettlement({ store, ask, put }, file),
    readClosed: () => read("report.list", { limit: 50 }, (closed) => put({ closed })),
    openReport: (number: number) => read("report.get", { number }, (opened) => put({ opened })),
    closeReport: () => put({ opened: null }),
  };
}

type Ask = <N extends Asked>(name: N, input: CommandInput<N>) => Promise<CommandValues[N] | null>;

interface Reading extends Pick<ActionPorts, "store"> {
  ask: Ask;
  read: <N extends Asked>(name: N, input: CommandInput<N>, keep: (value: CommandValues[N]) => void) => Promise<void>;
  put: (part: Partial<ReportsState>) => void;
}

/** The close of the day: what the service says of it, what is decided, and its ending. */
function closingActions({ store, ask, read, put }: Reading) {
  const readClosing = () =>
    read("report.preview", {}, (closing) => put({ closing, reconciliation: closing.reconciliation }));
  /** What the comparison before a close has found is among what is to be decided now; why it was refused stays. */
  const refused = async () => {
    const { problem } = store.getState().reports;
    await readClosing();
    put({ problem });
  };
  return {
    readClosing,
    reconcile: () => read("report.reconcile", {}, (reconciliation) => put({ reconciliation })),
    stopReconciling: () => read("report.stopReconciling", {}, (reconciliation) => put({ reconciliation })),
    decide(subject: string, decision: Decision, note: string) {
      store.setState(({ reports }) => ({
        reports: { ...reports, decisions: { ...reports.decisions, [subject]: { decision, note } } },
      }));
    },
    /** The same about everything of a kind; with a note where one is needed. */
    decideAll(kind: UnresolvedKind, decision: Decision, note = "") {
      store.setState(({ reports }) => {
        const items = (reports.closing?.unresolved ?? []).filter((item) => item.kind === kind);
        const all = items.map(({ subject }) => [subject, { decision, note }] as const);
        return { reports: { ...reports, decisions: { ...reports.decisions, ...Object.fromEntries(all) } } };
      });
    },
    decideUncompared: (uncompared: boolean) => put({ uncompared }),
    /** Closes the period that was seen: the number keeps two people from closing two. */
    async closeDay() {
      const { closing, decisions, uncompared } = store.getState().reports;
      if (closing === null) return;
      const sent = sentOf(closing.unresolved, decisions);
      const input = { number: closing.number, ...sent, ...(uncompared && { uncompared }) };
      const z = await ask("report.z", input);
      if (z === null) return refused();
      put({ ended: z, closing: null, decisions: {}, closed: null, x: null, reconciliation: null, uncompared: false });
    },
    /** The ending of the day was seen. @param section what they go on to */
    leaveEnding(section: "today" | "closed") {
      store.setState(({ reports }) => ({
        reports: { ...reports, section, ended: null, opened: section === "closed" ? reports.ended : null },
      }));
    },
  };
}

/** The shift of the signed-in user: handing it over, and accepting another's. */
function shiftActions(ask: Ask, put: (part: Partial<ReportsState>) => void) {
  const read = async () => {
    const shift = await ask("shift.get", {});
    if (shift !== null) put({ shift });
  };
  return {
    readShift: read,
    async handOver(input: CommandInput<"shift.handOver">) {
      const handedOver = await ask("shift.handOver", input);
      if (handedOver === null) return;
      put({ handedOver });
      await read();
    },
    /** @returns what was accepted; null: the PIN was wrong, or the shift was its own person's */
    async acceptShift(id: string, pin: string, person: string): Promise<HandOver | null> {
      const handedOver = await ask("shift.accept", { id, pin, person });
      if (handedOver === null) return null;
      put({ handedOver });
      await read();
      return handedOver;
    },
    sayHandedOver: (handedOver: HandOver) => put({ handedOver }),
    /** @returns whether the printer has it to print */
    printSlip: async (id: string): Promise<boolean> => (await ask("printer.slip", { id })) !== null,
    async setCounting(counting: boolean) {
      const shift = await ask("shift.setCounting", { counting });
      if (shift !== null) put({ shift });
    },
  };
}

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
    async readSettlements() {
      const kept = await ask("settlement.list", {});
      if (kept !== null) put({ settlements: kept.items });
    },
    async openSettlement(id: string) {
      const settlement = await ask("settlement.get", { id });
      if (settlement !== null) put({ settlement, guessedEncoding: null });
    },
  };
}

/** Sends a settlement file of the service, and shows what matches. A file that is refused removes the result before it. */
async function matchSettlement({ store, ask, put }: Omit<Reading, "read">, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, encoding, isGuess } = decodeText(bytes, store.getState().terminal?.locale ?? "en");
  const settlement = await uploadSettlement(ask, file.name, text);
  put({ settlement, guessedEncoding: isGuess ? encoding : null });
  const { problem } = store.getState().reports;
  const list = await ask("settlement.list", {});
  if (list !== null) put({ settlements: list.items, settlement, problem });
}

/** Sends a file in pieces. @returns null when it is refused */
async function uploadSettlement(ask: Ask, name: string, text: string): Promise<SettlementMatch | null> {
  const begun = await ask("settlement.begin", { name: name.slice(0, 200) });
  if (begun === null) return null;
  const { uploadId } = begun;
  for (const [index, piece] of settlementPieces(text).entries()) {
    if ((await ask("settlement.append", { uploadId, index, text: piece })) === null) return null;
  }
  return ask("settlement.finish", { uploadId });
}
