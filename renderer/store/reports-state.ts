/** What the window knows of the shop's reports. */
import type { TillError } from "../../contract/errors.ts";
import type {
  BusinessDay,
  ClosingPreview,
  Decision,
  ReconciliationSummary,
  Report,
  ReportPage,
  SettlementMatch,
  SettlementSummary,
  Today,
} from "../../contract/reports.ts";

export interface ReportsState {
  section: string;
  today: Today | null;
  x: Report | null;
  closing: ClosingPreview | null;
  reconciliation: ReconciliationSummary | null;
  /** What was decided about each open difference so far, by its subject */
  decisions: Record<string, { decision: Decision; note: string }>;
  closed: ReportPage | null;
  /** The report that is open to be read */
  opened: Report | null;
  settlement: SettlementMatch | null;
  /** Files that were matched before, the newest first */
  settlements: SettlementSummary[];
  day: BusinessDay | null;
  /** Whether the manager decided to close without comparing */
  uncompared: boolean;
  problem: TillError | null;
}

export const NO_REPORTS: ReportsState = {
  section: "today",
  today: null,
  x: null,
  closing: null,
  reconciliation: null,
  decisions: {},
  closed: null,
  opened: null,
  settlement: null,
  settlements: [],
  day: null,
  uncompared: false,
  problem: null,
};
