/** Connects approval by phone with the rest of the till. */
import { COMMANDS } from "../../contract/bridge/commands.ts";
import type { Approvable } from "../../contract/bridge/phone-texts.ts";
import { operatorLanguageOf } from "../../contract/values/customer-language.ts";
import { checkInput } from "../bridge/dispatch.ts";
import type { Access } from "../bridge/rights.ts";
import type { Customers } from "../customers/module.ts";
import type { PaymentStore } from "../payments/store.ts";
import { openPhones, type PhonePorts, type Phones } from "../people/phones.ts";
import { isKioskNow, type TillContext } from "./context.ts";

export function phonesOf(
  context: TillContext,
  { customers, store }: { customers: Customers; store: PaymentStore },
  access: () => Access,
): Phones {
  const { connectivity, events, settings, signals } = context;
  return openPhones({
    ...context,
    access,
    isKiosk: () => isKioskNow(context),
    identity: customers.identity,
    browser: customers.browser,
    check: checkInput,
    subjectOf: (command, input) => aboutOf(store, settings.currency, command, input),
    textContext: () => ({
      shop: connectivity.merchantName() ?? settings.service.merchant,
      language: operatorLanguageOf(settings.locale),
      locale: settings.locale,
    }),
    onChange: () => signals.emit("terminal.outdated"),
    onCheck: (check) => events.publish({ type: "phone.changed", check }),
  });
}

const NOTHING = { money: null, name: null };

function aboutOf(
  { operations, rows, view }: PaymentStore,
  currency: string,
  command: Approvable,
  input: unknown,
): ReturnType<PhonePorts["subjectOf"]> {
  switch (command) {
    case "payment.refund": {
      const request = COMMANDS["payment.refund"].input.safeParse(input).data;
      if (request === undefined || rows.find(request.posTid) === null) return NOTHING;
      const payment = view(request.posTid);
      const isAll = request.amount === undefined && request.additionalAmount === undefined;
      const amount = isAll ? payment.refundable : (request.amount ?? 0) + (request.additionalAmount ?? 0);
      return { money: { amount, currency: payment.currency }, name: payment.number };
    }
    case "payment.start": {
      const request = COMMANDS["payment.start"].input.safeParse(input).data;
      if (request === undefined) return NOTHING;
      return { money: { amount: request.amount + (request.additionalAmount ?? 0), currency }, name: null };
    }
    case "queue.retry":
    case "queue.discard": {
      const request = COMMANDS[command].input.safeParse(input).data;
      const operation = request === undefined ? null : operations.find(request.operationId);
      if (operation === null || operation.amount === null) return NOTHING;
      return { money: { amount: operation.amount + (operation.additionalAmount ?? 0), currency }, name: null };
    }
    default:
      return NOTHING;
  }
}
