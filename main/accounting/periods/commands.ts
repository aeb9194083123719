import type { ClosingPreview, Report, ReportPage, Today } from "../../../contract/accounting/reports.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { PaymentCommands } from "../../payments/commands.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import { RESTORED_AT, settingStore } from "../../storage/database/settings.ts";
import type { Signer } from "../exports/saft/signer.ts";
import type { ComparePaymentPorts } from "../reconciliation/compare-payment.ts";
import { openDifferences } from "../reconciliation/differences.ts";
import { NOTHING_YET, type ReconciliationRunner, startReconciliationRunner } from "../reconciliation/runner.ts";
import type { ServiceListReader } from "../reconciliation/service-list.ts";
import { startServiceListLoop } from "../reconciliation/service-list-loop.ts";
import { settlementCommands } from "../settlement/settlement.ts";
import { type ShiftPorts, shiftCommands } from "../shifts/commands.ts";
import { businessDayAt, chooseCutOff, shopTime } from "./business-day.ts";
import { createClosing } from "./closing.ts";
import { createJournalChecker, type JournalChecker } from "./journal-check.ts";
import { keepXReport, makeReport, type ReportPorts, type Shop } from "./report.ts";
import { openSeals } from "./seals.ts";
import { openTally } from "./tally.ts";
import { type TodayPorts, todayAt } from "./today.ts";
import { blockersOf, unconfirmedMoney, unresolvedOf } from "./unresolved.ts";

export interface ReportServicePorts
  extends Pick<OperatorContext, "api" | "clock" | "database" | "events" | "log" | "random" | "settings"> {
  store: PaymentStore;
  signer: Pick<Signer, "catchUp">;
  payments: Pick<PaymentCommands, "release">;
  catalogue: TodayPorts["catalogue"];
  actor(): string | null;
  staff: ShiftPorts["staff"];
  mayClose(): boolean;
  othersAmong(tids: readonly string[]): Promise<readonly string[]>;
  isOffline(): boolean;
  list: ServiceListReader;
  outcome: ComparePaymentPorts["outcome"];
  announce(): void;
  backUp?(kind: "day"): Promise<unknown>;
}

export type ReportCommands = Pick<
  CommandHandlers,
  Extract<keyof CommandHandlers, `report.${string}` | `settlement.${string}` | `shift.${string}`>
>;

export type ReportService = ReturnType<typeof startReports>;

const USUAL_PAGE = 30;
/** Time that the close waits for its backup. The backup continues afterwards. */
const BACKUP_WAIT_MS = 3000;

export function startReports(ports: ReportServicePorts) {
  const { database, store, events } = ports;
  const sources = { database, tally: openTally(database), seals: openSeals(database), shop: shopOf(ports) };
  const { seals } = sources;
  const { currency } = sources.shop;
  const differences = openDifferences(database);
  const storedSettings = settingStore(database);
  const restoredAt = () => storedSettings.get(RESTORED_AT) as number | null;
  const journalCheck = createJournalChecker(database);
  const publishReconciliation = () => events.publish({ type: "reconciliation.changed" });
  const runner = startReconciliationRunner({ ...ports, seals, differences, onChange: publishReconciliation });
  const listLoop = startServiceListLoop({
    ...ports,
    differences,
    isBusy: () => runner.isRunning() || restoredAt() !== null,
    onFound: publishReconciliation,
  });
  const makeX = () => xReport(ports, sources, { journalCheck, runner });
  const closing = createClosing({
    ...ports,
    ...sources,
    differences,
    journalCheck,
    restoredAt,
    reconciliation: runner.ofPeriod,
    beforeClose: runner,
    serviceNow: ports.api.correctedNow,
    async closed({ number }) {
      runner.periodClosed();
      events.publish({ type: "report.closed", number: number ?? 0 });
      // All signatures of the day must be in the day's backup.
      await ports.signer.catchUp();
      await backUpDay(ports);
    },
  });
  const preview = (): ClosingPreview => ({
    number: seals.openPeriod(),
    report: makeX(),
    blockers: blockersOf({ store }, restoredAt()),
    unresolved: unresolvedOf({ database, store, differences, currency }, ports.api.correctedNow()),
    reconciliation: currentOf(runner.latest(), seals.openPeriod()),
    comparison: runner.comparisonNow(),
  });
  return {
    online: runner.online,
    close: (): Promise<void> => Promise.all([runner.close(), listLoop.close()]).then(() => undefined),
    commands: {
      ...xAndDayCommands(ports, sources, makeX),
      ...readingCommands(sources, ports),
      ...shiftCommands({ ...ports, ...sources }),
      ...settlementCommands({ ...ports, journal: store.journal, currency }),
      "report.z": closing.z,
      "report.preview": () => done(preview()),
      "report.reconcile": runner.start,
      "report.stopReconciling": runner.stop,
      "report.reconciliation": () => okOrNotFound(runner.latest(), NOTHING_YET),
    },
  };
}

function xReport(
  { clock, store }: ReportServicePorts,
  sources: ReportPorts,
  { journalCheck, runner }: { journalCheck: JournalChecker; runner: Pick<ReconciliationRunner, "ofPeriod"> },
): Report {
  const { seals, shop } = sources;
  const frame = {
    now: clock.now(),
    journal: journalCheck.checkNewRows(seals.anchor()),
    reconciliation: runner.ofPeriod(seals.openPeriod()),
    comparison: null,
    underWay: unconfirmedMoney(store, shop.currency),
  };
  return { ...makeReport(sources, frame, null), seal: null };
}

/** The X reports and the business day. An X taken by a user and a changed cut-off are journaled. */
function xAndDayCommands(
  { database, store, clock, actor, announce }: ReportServicePorts,
  { tally, seals, shop }: ReportPorts,
  makeX: () => Report,
): Pick<ReportCommands, "report.x" | "report.takeX" | "report.day" | "report.setDay"> {
  const records = { database, journal: store.journal };
  const day = () => businessDayAt(shop, seals.openPeriod(), clock.now());
  return {
    "report.x": () => done(makeX()),
    "report.takeX"() {
      const report = makeX();
      keepXReport(records, report, { through: tally.lastSequence(), actor: actor(), now: clock.now() });
      return done(report);
    },
    "report.day": () => done(day()),
    "report.setDay"({ cutOff }) {
      chooseCutOff(records, cutOff, { actor: actor(), now: clock.now() });
      announce();
      return done(day());
    },
  };
}

function readingCommands(
  sources: ReportPorts,
  { api, catalogue, clock }: Pick<ReportServicePorts, "api" | "catalogue" | "clock">,
): Pick<ReportCommands, "report.list" | "report.get" | "report.today"> {
  return {
    "report.list": ({ before, limit }) => done(pageOf(sources.seals, before, limit)),
    "report.get": ({ number }) => okOrNotFound(sources.seals.get(number), reasonFor("report_no_z", { number })),
    "report.today": (): Result<Today> => done(todayAt({ ...sources, catalogue }, clock.now(), api.correctedNow())),
  };
}

function shopOf({ settings }: ReportServicePorts): Shop {
  const { service, pos, currency } = settings;
  const { id, name } = pos;
  return Object.assign(shopTime(settings), { merchant: service.merchant, pos: { id, name }, currency });
}

function okOrNotFound<T>(value: T | null, because: Reason): Result<T> {
  return value === null ? failed("not_found", { because }) : done(value);
}

function currentOf<T extends { period: number }>(run: T | null, period: number): T | null {
  return run?.period === period ? run : null;
}

function pageOf(seals: ReturnType<typeof openSeals>, before = Number.MAX_SAFE_INTEGER, limit = USUAL_PAGE): ReportPage {
  const items = seals.page(before, limit);
  const oldest = items.at(-1)?.number ?? 1;
  return { items, next: oldest > 1 && items.length === limit ? oldest : null, chain: seals.verify() };
}

/** A failed backup does not affect the Z. The hourly backup follows. */
async function backUpDay({ backUp, log, clock }: ReportServicePorts): Promise<void> {
  if (!backUp) return;
  const waiting = new AbortController();
  const dayBackup = backUp("day")
    .catch((err: unknown) => log.error({ err }, "the backup after the close of the day failed"))
    .finally(() => waiting.abort());
  await Promise.race([dayBackup, clock.sleep(BACKUP_WAIT_MS, waiting.signal)]);
}
