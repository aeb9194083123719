/** Read access of registers: their own payments, or all payments with the right. */
import { failed } from "../../../contract/calls/errors.ts";
import type { RegisterClient } from "../../../contract/integration/registers.ts";
import { REGISTER_LIST } from "../../../contract/integration/registers-api.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import type { Payments } from "../../payments/module.ts";
import { listPayments } from "../../payments/search.ts";
import type { ScreenMessages } from "../../peripherals/customer-display/messages.ts";
import type { ProgramPrints } from "../../peripherals/receipts/program-prints.ts";
import type { Database } from "../../storage/database/database.ts";
import {
  answerOf,
  canRead,
  foreignPayment,
  missingRight,
  registerView,
  unknownMessage,
  unknownReference,
} from "./changes.ts";
import type { RegisterResponse } from "./idempotency.ts";
import type { RefundRequests } from "./refund-requests.ts";

export type RegisterReads = ReturnType<typeof registerReads>;

export function registerReads(ports: {
  database: Database;
  currency: string;
  payments: Pick<Payments, "store">;
  requests: RefundRequests;
  prints: Pick<ProgramPrints, "find">;
  messages: Pick<ScreenMessages, "find">;
}) {
  const { database, currency } = ports;
  const { store } = ports.payments;
  const view = (payment: Payment) => registerView(ports, payment);
  const mayReadAll = ({ rights }: RegisterClient) => rights.includes("read");
  return {
    view,
    payment(client: RegisterClient, reference: string): RegisterResponse {
      const row = store.rows.findByReference(reference);
      if (row === null) return answerOf(unknownReference());
      if (!canRead(client, row)) return answerOf(foreignPayment(client));
      return okResponse(view(store.view(row.posTid)));
    },
    /** A page of all payments, newest first. @param query unvalidated */
    list(client: RegisterClient, query: unknown): RegisterResponse {
      if (!mayReadAll(client)) return answerOf(missingRight(client));
      const checked = REGISTER_LIST.safeParse(query);
      if (!checked.success) return answerOf(failed("invalid_input", { fields: fieldProblems(checked.error) }));
      const page = listPayments({ database, store, currency }, checked.data);
      if (!page.ok) return answerOf(page);
      return okResponse({ items: page.value.items.map(view), next: page.value.next });
    },
    print(client: RegisterClient, jobId: string): RegisterResponse {
      if (!client.rights.includes("sell")) return answerOf(missingRight(client));
      const print = ports.prints.find(jobId);
      return print === null ? answerOf(failed("not_found", { because: reasonFor("print_none") })) : okResponse(print);
    },
    screen(client: RegisterClient, screenId: string): RegisterResponse {
      if (!client.rights.includes("sell")) return answerOf(missingRight(client));
      const message = ports.messages.find(client.name, screenId);
      return message === null ? answerOf(unknownMessage()) : okResponse(message);
    },
    /** Returns why a register cannot subscribe to payment events, or null */
    refusalOfEvents: (client: RegisterClient) => (mayReadAll(client) ? null : answerOf(missingRight(client))),
  };
}

function okResponse(value: unknown): RegisterResponse {
  return { status: 200, body: JSON.stringify(value) };
}
