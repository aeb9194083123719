/** A sandbox in memory with a merchant's client, a point of sale and a customer's phone. */
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../sandbox/service.ts";
import { type Answered, KARI, type MerchantClient, merchantClient, type Phone, phone } from "../../support/sandbox.ts";

export interface TestSandbox extends AsyncDisposable {
  sandbox: Sandbox;
  client: MerchantClient;
  phone: Phone;
  /** Creates a payment request of 100.00; resolves with its tid. */
  asked(changes?: object): Promise<string>;
  /** The same, approved. */
  authorised(changes?: object): Promise<string>;
  outcome(tid: string): Promise<Answered>;
  update(tid: string, body: object): Promise<number>;
}

let count = 0;

/** The body of a payment request, with changes. */
export function paymentRequest(changes: object = {}): Record<string, unknown> {
  count += 1;
  const ids = { pos_id: "counter-1", pos_tid: `t-${count}` };
  return { action: "AUTH", allow_credit: true, amount: 10_000, currency: "NOK", customer: KARI, ...ids, ...changes };
}

export async function createTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ dataDir: null, ...options });
  const client = merchantClient(sandbox.provision());
  await client.post("/pos/", { id: "counter-1", name: "Counter 1", type: "store" });
  const asked = async (changes: object = {}) => {
    const answer = await client.post("/payment_request/", paymentRequest(changes));
    if (answer.status !== 201 && answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body.id as string;
  };
  const hand = phone(sandbox);
  return {
    sandbox,
    client,
    phone: hand,
    asked,
    async authorised(changes) {
      const tid = await asked(changes);
      await hand.approve(tid, { customer: sandbox.payment(tid)?.customer ?? KARI });
      return tid;
    },
    outcome: async (tid) => (await client.get(`/payment_request/${tid}/outcome/`)).body,
    update: async (tid, body) => (await client.put(`/payment_request/${tid}/`, body)).status,
    [Symbol.asyncDispose]: sandbox.close,
  };
}
