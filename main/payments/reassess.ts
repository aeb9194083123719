import { OPEN_PHASES, type Phase } from "../../contract/values/phases.ts";
import type { StorageContext } from "../storage/context.ts";
import { assess } from "./lifecycle.ts";
import type { PaymentStore } from "./store.ts";
import { factsOf } from "./view.ts";
import { requirePayment } from "./views.ts";

const REASSESSED: ReadonlySet<Phase> = new Set<Phase>(["attention", "partly_captured"]);

/** Corrects the stored phases of open payments from earlier versions. Logs unreadable payments and continues. */
export function reassess(store: PaymentStore, log: StorageContext["log"]): void {
  for (const posTid of store.rows.posTidsIn(OPEN_PHASES)) {
    try {
      const row = requirePayment(store.rows, posTid);
      if (row.isIncomplete) log.warn({ posTid }, "a payment's lines, addresses or arrivals cannot be read");
      if (row.isDamaged) log.error({ posTid }, CANNOT_ASSESS);
      else if (!REASSESSED.has(row.phase)) continue;
      const { phase, attention } = assess(factsOf(row, store.operations.ofPayment(posTid)));
      const isSame = phase === row.phase && JSON.stringify(attention) === JSON.stringify(row.attention);
      if (!isSame) store.commit(posTid, () => undefined);
    } catch (err) {
      log.error({ err, posTid }, CANNOT_ASSESS);
    }
  }
}

const CANNOT_ASSESS = "a payment cannot be assessed";
