/** Limits a locked till or a kiosk to the payment on the screen, as its customer sees it. */
import { done, notAllowed, type Result } from "../../contract/calls/errors.ts";
import type { Payment } from "../../contract/payments/views.ts";
import type { CommandHandlers } from "../bridge/dispatch.ts";
import { type Visibility, withoutOwners } from "../bridge/locked-events.ts";
import { listPayments } from "../payments/search.ts";
import type { PaymentStore } from "../payments/store.ts";
import { customerView } from "../payments/view.ts";
import type { CustomerDisplay } from "../peripherals/customer-display/module.ts";
import type { Database } from "../storage/database/database.ts";

type Narrowed = Pick<
  CommandHandlers,
  | "payment.get"
  | "payment.list"
  | "payment.identify"
  | "payment.leave"
  | "payment.abort"
  | "vend.choose"
  | "vend.cancel"
  | "display.show"
  | "printer.get"
>;

export interface OnScreenPorts {
  database: Database;
  store: PaymentStore;
  currency: string;
  display: Pick<CustomerDisplay, "mayShow">;
  visibility: Visibility;
}

/** Restricts commands while the till is locked to the payment on screen. */
export function onlyOnScreen(
  commands: Narrowed,
  { database, store, currency, display, visibility }: OnScreenPorts,
): Narrowed {
  const onScreen =
    <I extends { posTid: string }>(
      command: (input: I) => Result<Payment> | Promise<Result<Payment>>,
      isOpen: (posTid: string) => boolean = visibility.isOnScreen,
    ) =>
    async (input: I): Promise<Result<Payment>> => {
      if (!visibility.isLocked()) return command(input);
      return isOpen(input.posTid) ? shown(await command(input)) : notAllowed("cashier");
    };
  return {
    "payment.get": onScreen(commands["payment.get"], visibility.canSeePayment),
    "payment.list"(input) {
      if (!visibility.isLocked()) return commands["payment.list"](input);
      const result = listPayments({ database, store, currency, isVisible: visibility.isOnScreen }, input);
      return result.ok ? done({ ...result.value, items: result.value.items.map(customerView) }) : result;
    },
    "payment.identify": onScreen(commands["payment.identify"]),
    "payment.leave": onScreen(commands["payment.leave"]),
    "payment.abort": onScreen(commands["payment.abort"]),
    "vend.choose": onScreen(commands["vend.choose"]),
    "vend.cancel": onScreen(commands["vend.cancel"]),
    "display.show": (input) =>
      visibility.isLocked() && input.posTid !== null && !display.mayShow(input.posTid)
        ? notAllowed("cashier")
        : commands["display.show"](input),
    async "printer.get"(input) {
      const result = await commands["printer.get"](input);
      return result.ok && visibility.isLocked() ? done(withoutOwners(result.value, visibility.isOnScreen)) : result;
    },
  };
}

function shown(result: Result<Payment>): Result<Payment> {
  return result.ok ? done(customerView(result.value)) : result;
}
