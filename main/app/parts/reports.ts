/** The reports over this till's books, on its line to the service. */

import { type ReportService, startReports } from "../../accounting/periods/commands.ts";
import type { ServiceListReader } from "../../accounting/reconciliation/service-list.ts";
import type { EventStream } from "../../bridge/events.ts";
import type { Intake } from "../../payments/outcomes/intake.ts";
import type { PaymentService } from "../../payments/service.ts";
import type { Ledger } from "../../payments/store.ts";
import type { Base } from "./base.ts";

interface Joined {
  ledger: Ledger;
  payments: PaymentService;
  intake: Intake;
  list: ServiceListReader;
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
    isOffline: () => base.connectivity.state().link === "offline",
    outcome: (posTid, outcome, asked) => intake.outcome(posTid, outcome, "poll", [], asked),
  });
}
