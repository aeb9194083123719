/** Genuine and forged callback messages for the till's receiver. */
import { callbackUri } from "../support/callback-requests.ts";
import { merchantClient } from "../support/sandbox.ts";
import { CUSTOMER, type TestTill } from "../support/test-till.ts";
import type { TillBehindProxy } from "../support/till-behind-proxy.ts";

export const toPhone = { kind: "phone", value: CUSTOMER } as const;

/** Starts a sale that awaits the customer's approval. */
export async function waitingSale({ world }: TillBehindProxy): Promise<{ posTid: string; tid: string; url: string }> {
  const { posTid, tid } = await world.startWaiting("SALE", 10_000);
  return { posTid, tid, url: callbackUri(world) };
}

let number = 0;

/** Returns a new id that no message of this test has used. */
export function newId(): string {
  number += 1;
  return `message-${number}`;
}

/** Creates a false message about a paid payment. */
export function falsePaidMessage(posTid: string, tid: string, changes: Record<string, unknown> = {}): object {
  const object = {
    currency: "NOK",
    amount: 10_000,
    additional_amount: 0,
    auth_amount: 0,
    captures: [{ id: null, amount: 10_000, additional_amount: 0 }],
    refunds: [],
    status: "ok",
    status_code: 2000,
    customer: CUSTOMER,
    date_modified: "2030-01-01 00:00:00",
    pos_id: "counter-1",
    pos_tid: posTid,
    tid,
    ...changes,
  };
  return { meta: { id: newId(), event: "payment_captured", uri: null }, object };
}

/** Returns the event that the service would send over https now, with the current outcome. */
export async function outcomeEvent({ sandbox }: TestTill, tid: string, name: string): Promise<object> {
  const { body } = await merchantClient(sandbox.provision()).get(`/payment_request/${tid}/outcome/`);
  return { meta: { id: newId(), event: name, uri: null }, object: body };
}
