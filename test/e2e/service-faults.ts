/** Faults of the payment service: the sandbox fails, and customers answer without a notification to the till. */
import type { FaultInput } from "../../sandbox/faults.ts";
import { expect, pay, type Shop } from "./fixtures.ts";

const MANY = 1_000_000;

/** Address of a shop's service. */
type Service = Pick<Shop, "sandboxUrl">;

/** A customer of the sandbox with sufficient funds. */
export const CUSTOMER = "4791234567";

async function control(shop: Service, method: "POST" | "DELETE", path: string, body?: object): Promise<void> {
  const answer = await fetch(new URL(path, shop.sandboxUrl), {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`the sandbox refused ${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** Makes requests of this kind fail in this way from now on. */
export function fail(shop: Service, fault: FaultInput): Promise<void> {
  return control(shop, "POST", "/control/faults", fault);
}

/** Removes all faults. */
export function heal(shop: Service): Promise<void> {
  return control(shop, "DELETE", "/control/faults");
}

/** Forbids the next payment request, also on a retry: an operator must resolve it. */
export function refuseCreate(shop: Shop): Promise<void> {
  return fail(shop, { effect: "answer", kind: "CREATE", status: 403, times: 2 });
}

/** Makes a paid sale whose refund the service forbids: the payment is shown, and an operator must decide. */
export async function refuseRefund(shop: Shop): Promise<void> {
  const { counter, till } = shop;
  await pay(shop, "10000");
  await counter.bringToFront();
  await counter.getByRole("button", { name: "Open payment" }).click();
  const listed = await till.call("payment.list", {});
  if (!listed.ok) throw new Error(listed.error.message);
  await fail(shop, { effect: "answer", kind: "REFUND", status: 403, times: 2 });
  const input = { posTid: listed.value.items[0]?.posTid, reason: "A cup was broken" };
  const asked = await till.call("staff.approve", { pin: "274951", command: "payment.refund", input });
  if (!asked.ok) throw new Error(asked.error.message);
  await expect(counter.getByTestId("payment").getByTestId("parked")).toBeVisible();
}

/** Starts a sale outside of the window: it is open, but not at the counter. */
export async function startElsewhere(shop: Shop, amount: number, customer: string | null): Promise<string> {
  const started = await shop.till.call("payment.start", {
    action: "SALE",
    amount,
    ...(customer !== null && { customer: { kind: "phone", value: customer } }),
  });
  if (!started.ok) throw new Error(started.error.message);
  return started.value.posTid;
}

/** Stops the service, and waits until the till notices. */
export async function goOffline(shop: Shop): Promise<void> {
  await fail(shop, { effect: "answer", kind: "ANY", status: 503, times: MANY });
  await startElsewhere(shop, 4900, CUSTOMER);
  await expect(shop.counter.getByText(/^Offline since \d{2}:\d{2}$/)).toBeVisible();
}

/** Loses the responses to payment requests that the service executes. */
export function loseAnswers(shop: Shop): Promise<void> {
  return fail(shop, { effect: "lose_answer", kind: "CREATE", times: MANY });
}

/** Approves on the customer's phone as soon as the request arrives. */
export async function approveUnseen(shop: Shop, amount: number): Promise<void> {
  const openTid = async () => {
    const answer = await fetch(new URL("/control/payments", shop.sandboxUrl));
    const { payments } = (await answer.json()) as { payments: { tid: string; amount: number; status: string }[] };
    return payments.find((payment) => payment.amount === amount && payment.status === "pending")?.tid;
  };
  await expect.poll(openTid, { message: `the service asks a customer for ${amount}` }).toBeDefined();
  await control(shop, "POST", `/phone/api/requests/${await openTid()}/approve`, { customer: CUSTOMER });
}

/** Retries queued operations now, as a manager. */
export async function retryQueueNow(shop: Shop): Promise<void> {
  await shop.till.call("staff.signIn", { pin: "274951" });
  const queueList = await shop.till.call("queue.list", {});
  if (queueList.ok)
    for (const { id } of queueList.value.items) await shop.till.call("queue.retry", { operationId: id });
  await shop.till.call("staff.signOut", {});
}
