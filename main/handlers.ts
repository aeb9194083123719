import { done, failed } from "../contract/errors.ts";
import type { Terminal, TimelineEntry } from "../contract/views.ts";
import type { CommandHandlers } from "./bridge/dispatch.ts";
import type { Journal } from "./journal/journal.ts";
import type { Ledger } from "./payments/ledger.ts";
import { listPayments } from "./payments/search.ts";
import type { PaymentService } from "./payments/service.ts";
import type { queueCommands } from "./queue/commands.ts";
import type { StaffService } from "./staff/service.ts";
import type { Database } from "./store/database.ts";

/** The services whose functions are the contract's commands. */
export interface Services {
  database: Database;
  journal: Journal;
  ledger: Ledger;
  payments: PaymentService;
  queue: ReturnType<typeof queueCommands>;
  staff: StaffService;
  terminal(): Terminal;
}

/** The contract's commands, each a plain function of a service. */
export function tillHandlers({
  database,
  journal,
  ledger,
  payments,
  queue,
  staff,
  terminal,
}: Services): CommandHandlers {
  const { currency } = terminal();
  return {
    "terminal.get": () => done(terminal()),
    "payment.start": payments.start,
    "payment.get": payments.get,
    "payment.list": (input) => listPayments({ database, ledger, currency }, input),
    "payment.timeline": ({ posTid }) =>
      ledger.rows.find(posTid) ? done({ entries: timeline(journal, posTid) }) : failed("not_found", { posTid }),
    "payment.identify": payments.identify,
    "payment.leave": payments.leave,
    "payment.attach": payments.attach,
    "inbox.list": payments.inbox,
    "payment.capture": payments.capture,
    "payment.release": payments.release,
    "payment.abort": payments.abort,
    "payment.reauthorise": payments.reauthorise,
    "payment.refund": payments.refund,
    "queue.list": queue.list,
    "queue.retry": queue.retry,
    "queue.discard": queue.discard,
    "staff.signIn": staff.signIn,
    "staff.signOut": staff.signOut,
    "journal.verify": async () => done(await journal.verifyAside()),
  };
}

/** What the journal has of one payment, for people. */
function timeline(journal: Journal, posTid: string): TimelineEntry[] {
  return journal.ofPayment(posTid).map(({ at, event, actor, data }) => ({
    at: new Date(at).toISOString(),
    event,
    values: { ...data, actor },
  }));
}
