import type { CommandInput, CommandName } from "../../contract/commands.ts";
import { done, failed, notAllowed, type Result } from "../../contract/errors.ts";
import type { Payment, PaymentPage, Terminal } from "../../contract/views.ts";
import type { ReportCommands } from "../accounting/periods/commands.ts";
import type { CommandHandlers } from "../bridge/dispatch.ts";
import type { Sight } from "../bridge/locked-events.ts";
import { withoutOwners } from "../bridge/locked-events.ts";
import type { SetupCommands } from "../configuration/setup/commands.ts";
import type { DiagnosticsCommands } from "../operations/health/commands.ts";
import type { Updates } from "../operations/updates/service.ts";
import type { queueCommands } from "../payments/queue/commands.ts";
import { listPayments } from "../payments/search.ts";
import type { PaymentService } from "../payments/service.ts";
import type { Ledger } from "../payments/store.ts";
import { timelineEntry } from "../payments/story.ts";
import { withoutParticulars } from "../payments/view.ts";
import type { CustomerDisplay } from "../peripherals/customer-display/commands.ts";
import type { ReceiptCommands } from "../peripherals/receipts/commands.ts";
import type { Database } from "../storage/database/database.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { KeysCommands } from "./parts/keys.ts";
import type { StaffHandlers } from "./parts/people.ts";
import type { RecordsHandlers } from "./parts/records.ts";

/** The services whose functions are the contract's commands. */
export interface Services {
  database: Database;
  journal: Journal;
  ledger: Ledger;
  payments: PaymentService;
  queue: ReturnType<typeof queueCommands>;
  staff: StaffHandlers;
  setup: SetupCommands;
  keys: KeysCommands;
  receipts: ReceiptCommands;
  records: RecordsHandlers;
  reports: ReportCommands;
  reservations: Pick<CommandHandlers, Extract<CommandName, `reservation.${string}`>>;
  display: CustomerDisplay;
  updates: Pick<Updates, "commands">;
  diagnostics: DiagnosticsCommands;
  terminal(): Terminal;
  /** What may be seen and touched by the person who acts */
  sight: Sight;
}

/** The contract's commands, each a plain function of a service. */
export function tillHandlers({
  database,
  journal,
  ledger,
  payments,
  queue,
  staff,
  setup,
  keys,
  receipts,
  records,
  reports,
  reservations,
  display,
  updates,
  diagnostics,
  terminal,
  sight,
}: Services): CommandHandlers {
  const { currency } = terminal();
  /** To whoever has no name: the payment that the customer at the counter is shown, as they see it, and no other. */
  const onScreen =
    <I extends { posTid: string }>(handler: (input: I) => Result<Payment> | Promise<Result<Payment>>) =>
    async (input: I): Promise<Result<Payment>> => {
      if (!sight.isShut()) return handler(input);
      if (!sight.isOnScreen(input.posTid)) return notAllowed("cashier");
      return shown(await handler(input));
    };
  const shown = (result: Result<Payment>) => (result.ok ? done(withoutParticulars(result.value)) : result);
  const start = display.starting(payments.start);
  const list = (input: CommandInput<"payment.list">): Result<PaymentPage> => {
    if (!sight.isShut()) return listPayments({ database, ledger, currency }, input);
    const result = listPayments({ database, ledger, currency, only: sight.isOnScreen }, input);
    return result.ok ? done({ ...result.value, items: result.value.items.map(withoutParticulars) }) : result;
  };
  return {
    "terminal.get": () => done(terminal()),
    // Under a reference that is taken it is a payment of before, and anybody's.
    "payment.start": async (input) => {
      const isShut = sight.isShut();
      const result = await start(input);
      return isShut ? shown(result) : result;
    },
    "payment.get": onScreen(payments.get),
    "payment.list": list,
    "payment.timeline": ({ posTid }) =>
      ledger.rows.find(posTid)
        ? done({ entries: journal.ofPayment(posTid).map(timelineEntry) })
        : failed("not_found", { posTid }),
    "payment.identify": onScreen(payments.identify),
    "payment.leave": onScreen(payments.leave),
    "payment.extend": onScreen(payments.extend),
    "payment.attach": payments.attach,
    "inbox.list": payments.inbox,
    "payment.capture": payments.capture,
    "payment.release": payments.release,
    "payment.abort": onScreen(payments.abort),
    "payment.reauthorise": payments.reauthorise,
    "payment.refund": payments.refund,
    "queue.list": queue.list,
    "queue.tryNow": queue.tryNow,
    "queue.retry": queue.retry,
    "queue.discard": queue.discard,
    ...staff,
    ...setup,
    ...keys.handlers,
    ...display.handlers,
    "display.show": (input) =>
      sight.isShut() && input.posTid !== null && !display.mayShow(input.posTid)
        ? notAllowed("cashier")
        : display.handlers["display.show"](input),
    ...reservations,
    ...receipts,
    "printer.get"() {
      const result = receipts["printer.get"]();
      return result.ok && sight.isShut() ? done(withoutOwners(result.value, sight.isOnScreen)) : result;
    },
    ...reports,
    ...updates.commands,
    ...diagnostics,
    ...records,
  };
}
