import {
  type Decision,
  type HandOver,
  type SettlementMatch,
  settlementPieces,
  type UnresolvedKind,
} from "../../../contract/accounting/reports.ts";
import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import { decodeText } from "../../../contract/values/text-files.ts";
import { type ActionPorts, type Caller, changer, navigateAway } from "../../store/ports.ts";
import { isLockedOut } from "../../store/select.ts";
import type { TillStore } from "../../store/store.ts";
import { sentOf } from "./decisions.ts";

type ReportCommand = Extract<CommandName, `${"report" | "settlement" | "shift"}.${string}` | "printer.slip">;

export function reportActions(ports: ActionPorts, caller: Caller) {
  const { store } = ports;
  const reading = createReading(store, caller);
  const { read, put } = reading;
  return {
    openReports(section?: string) {
      if (isLockedOut(store.getState())) return;
      navigateAway(ports, () =>
        store.setState(({ reports }) => ({
          route: "reports",
          notice: null,
          reports: { ...reports, section: section ?? reports.section, opened: null, isXOpen: false, problem: null },
        })),
      );
    },
    /** Opens the screen behind a figure. A user signed in for the reports stays signed in. */
    openRoute(route: "reserved" | "queue" | "inbox") {
      if (isLockedOut(store.getState())) return;
      navigateAway(ports, () => store.setState({ route, notice: null, wayBack: { list: "reports", payment: null } }));
    },
    ...shiftActions(reading),
    readToday: () => read("report.today", {}, (today) => put({ today })),
    readX: () => read("report.x", {}, (x) => put({ x })),
    openX: (isXOpen: boolean) => put({ isXOpen }),
    ...recordActions(reading),
    ...closingActions(reading),
    matchSettlement: (file: File) => matchSettlement(reading, file),
    readClosed: () => read("report.list", { limit: 50 }, (closed) => put({ closed })),
    openReport: (number: number) => read("report.get", { number }, (opened) => put({ opened })),
    closeReport: () => put({ opened: null }),
  };
}

type Reading = ReturnType<typeof createReading>;

function createReading(store: TillStore, caller: Caller) {
  const put = changer(store, "reports");
  const ask = async <N extends ReportCommand>(name: N, input: CommandInput<N>): Promise<CommandValues[N] | null> => {
    put({ problem: null });
    const result = await caller.callExclusive(name, name, input);
    if (result === null) return null;
    if (result.ok) return result.value;
    put({ problem: result.error });
    return null;
  };
  const read = async <N extends ReportCommand>(
    name: N,
    input: CommandInput<N>,
    keep: (value: CommandValues[N]) => void,
  ) => {
    const value = await ask(name, input);
    if (value !== null) keep(value);
  };
  return { store, ask, read, put };
}

function closingActions({ store, ask, read, put }: Reading) {
  const readClosing = () =>
    read("report.preview", {}, (closing) => put({ closing, reconciliation: closing.reconciliation }));
  /** New differences found before the close need decisions; the error stays. */
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
    /** Decides on all differences of a kind, with a note if required. */
    decideAll(kind: UnresolvedKind, decision: Decision, note = "") {
      store.setState(({ reports }) => {
        const items = (reports.closing?.unresolved ?? []).filter((item) => item.kind === kind);
        const all = items.map(({ subject }) => [subject, { decision, note }] as const);
        return { reports: { ...reports, decisions: { ...reports.decisions, ...Object.fromEntries(all) } } };
      });
    },
    decideUncompared: (uncompared: boolean) => put({ uncompared }),
    /** Closes the period shown. Its number prevents two users from closing two periods. */
    async closeDay() {
      const { closing, decisions, uncompared } = store.getState().reports;
      if (closing === null) return;
      const sent = sentOf(closing.unresolved, decisions);
      const input = { number: closing.number, ...sent, ...(uncompared && { uncompared }) };
      const z = await ask("report.z", input);
      if (z === null) return refused();
      put({ ended: z, closing: null, decisions: {}, closed: null, x: null, reconciliation: null, uncompared: false });
    },
    leaveEnding(section: "today" | "closed") {
      store.setState(({ reports }) => ({
        reports: { ...reports, section, ended: null, opened: section === "closed" ? reports.ended : null },
      }));
    },
  };
}

function shiftActions({ ask, put }: Reading) {
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
    /** @returns the hand-over; null: wrong PIN or own shift */
    async acceptShift(id: string, pin: string, person: string): Promise<HandOver | null> {
      const handedOver = await ask("shift.accept", { id, pin, person });
      if (handedOver === null) return null;
      put({ handedOver });
      await read();
      return handedOver;
    },
    confirmHandOver: (handedOver: HandOver) => put({ handedOver }),
    printSlip: async (id: string): Promise<boolean> => (await ask("printer.slip", { id })) !== null,
    async setCounting(counting: boolean) {
      const shift = await ask("shift.setCounting", { counting });
      if (shift !== null) put({ shift });
    },
  };
}

function recordActions({ ask, put }: Reading) {
  return {
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

/** Uploads a settlement file and shows the matches. A rejected file clears the previous result. */
async function matchSettlement({ store, ask, put }: Reading, file: File): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, encoding, isGuess } = decodeText(bytes, store.getState().terminal?.locale ?? "en");
  const settlement = await uploadSettlement(ask, file.name, text);
  put({ settlement, guessedEncoding: isGuess ? encoding : null });
  const { problem } = store.getState().reports;
  const list = await ask("settlement.list", {});
  if (list !== null) put({ settlements: list.items, problem });
}

/**
 * Uploads a file in chunks.
 * @returns null when it is rejected
 */
async function uploadSettlement(ask: Reading["ask"], name: string, text: string): Promise<SettlementMatch | null> {
  const upload = await ask("settlement.begin", { name: name.slice(0, 200) });
  if (upload === null) return null;
  const { uploadId } = upload;
  for (const [index, piece] of settlementPieces(text).entries()) {
    if ((await ask("settlement.append", { uploadId, index, text: piece })) === null) return null;
  }
  return ask("settlement.finish", { uploadId });
}
