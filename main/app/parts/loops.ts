/** Everything of a till that goes on by itself, and its end. */

import { startReadBackAfterRestore } from "../../accounting/reconciliation/after-restore.ts";
import { openForeignRequests } from "../../accounting/reconciliation/foreign-requests.ts";
import { openServiceListReader } from "../../accounting/reconciliation/service-list.ts";
import type { Question } from "../../payments/answer-order.ts";
import { startCodeExpiry } from "../../payments/code-expiry.ts";
import type { Outcome } from "../../payments/outcome.ts";
import type { Intake } from "../../payments/outcomes/intake.ts";
import { startPoller } from "../../payments/outcomes/poller.ts";
import { startScanPoller } from "../../payments/outcomes/scan-poller.ts";
import { createLookUp } from "../../payments/queue/lookup.ts";
import { startWorker } from "../../payments/queue/worker.ts";
import { startReservationRule } from "../../payments/reservations/rule-runner.ts";
import { followServiceTime } from "../../payments/reservations/service-time.ts";
import type { PaymentService } from "../../payments/service.ts";
import type { Ledger } from "../../payments/store.ts";
import type { Registration } from "../../service/connection/registration.ts";
import { settingStore } from "../../storage/database/settings.ts";
import type { Base } from "./base.ts";
import { codeTerms, queueTerms } from "./terms.ts";

interface Driven {
  ledger: Ledger;
  intake: Intake;
  payments: PaymentService;
  registration: Registration;
  pollSoon(posTid: string): void;
  onQueueChange(): void;
}

/** Everything that goes on by itself. */
export function startLoops(base: Base, { ledger, intake, payments, registration, pollSoon, onQueueChange }: Driven) {
  const { api, connectivity, log, settings } = base;
  const pollers = { ...base, ledger, intake, settings: settings.polling, receiving: connectivity.callbacksWork };
  const poller = startPoller(pollers);
  const scanPoller = startScanPoller({ ...pollers, shortlinkId: registration.shortlinkId });
  const lookUp = createLookUp({
    posId: settings.pos.id,
    isKnown: (tid) => ledger.rows.findByTid(tid) !== null,
    foreign: openForeignRequests(base.database),
  });
  const worker = startWorker({ ...queueTerms(base), ledger, lookUp, onChange: onQueueChange, pollSoon });
  const comparing = {
    ...{ ...base, ledger, settings: settingStore(base.database), posId: settings.pos.id },
    outcome: (posTid: string, outcome: Outcome, asked?: Question) => intake.outcome(posTid, outcome, "poll", [], asked),
  };
  const list = openServiceListReader(comparing);
  const afterRestore = startReadBackAfterRestore({ ...comparing, list });
  const { beingChecked } = afterRestore;
  const tidying = startCodeExpiry({ ...codeTerms(base), ledger, payments, beingChecked });
  const serviceTime = followServiceTime(api, base.clock);
  const reservations = startReservationRule({
    ...comparing,
    serviceNow: serviceTime.now,
    beingChecked,
    wakeQueue: () => worker.hurry(),
  });
  return {
    list,
    afterRestore,
    reservations,
    poller,
    scanPoller,
    worker,
    /** News may have been lost at our own door. */
    callbacksCut() {
      poller.lost();
      scanPoller.wake();
    },
    /** The loops end at once; what is in flight is cut off by closing the API's connections, and stays unknown. */
    async close() {
      serviceTime.close();
      const ending = Promise.all([
        poller.close(),
        scanPoller.close(),
        worker.close(),
        tidying.close(),
        afterRestore.close(),
        reservations.close(),
      ]);
      await api.close();
      await ending;
      log.info("the till's queue and pollers have stopped");
    },
  };
}
