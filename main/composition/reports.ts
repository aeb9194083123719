/** The reports over this till's books, on its line to the service. */
import type { EventStream } from "../bridge/events.ts";
import type { Intake } from "../outcomes/intake.ts";
import type { Ledger } from "../payments/ledger.ts";
import type { PaymentService } from "../payments/service.ts";
import { type ReportService, startReports } from "../reports/service.ts";
import type { ListReader } from "../reports/service-list.ts";
import type { Base } from "./base.ts";

interface Joined {
  ledger: Ledger;
  payments: PaymentService;
  intake: Intake;
  list: ListReader;
  events: EventStream;
  actor(): string | null;
  mayClose(): boolean;
  announce(): void;
}

/** Starts them. */
export function openReports(base: Base, { intake, ...parts }: Joined): ReportService {
  return startReports({
    ...base,
    ...parts,
    isOffline: () => base.line.state().link === "offline",
    outcome: (posTid, outcome, asked) => intake.outcome(posTid, outcome, "poll", [], asked),
  });
}
