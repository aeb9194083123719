/**
 * A register as a caller of the contract: calls payments through `/api/v1`, by references instead of `posTid`. Checks
 * every response against its schema, and its status against docs/registers.md.
 */
import { done, type ErrorCode, type Result } from "../../contract/calls/errors.ts";
import {
  registerErrorSchema,
  registerPageSchema,
  registerPaymentSchema,
} from "../../contract/integration/registers-answers.ts";
import { listen, type PaymentCaller } from "./carriers.ts";
import { keyOf, type RegisterAnswer, registerAt } from "./register-client.ts";
import type { TestTill } from "./test-till.ts";

/** HTTP status of each error code, as documented; `not_allowed` is 401 only for an unknown key. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid_input: 400,
  not_allowed: 403,
  not_found: 404,
  illegal_state: 409,
  conflict: 409,
  limit: 422,
};

type Fields = Record<string, unknown>;
const isFields = (input: unknown): input is Fields =>
  typeof input === "object" && input !== null && !Array.isArray(input);

/** Returns a register of a till from `createTillWithRegisters`: the first one, or the seller without its rights. */
export async function overRegisters(world: TestTill): Promise<PaymentCaller> {
  const manager = registerAt(world, keyOf("a"));
  const cashier = registerAt(world, keyOf("seller"));
  let self = manager;
  const ears = await listen(`${world.till.registersUrl()}/api/v1/events`, `Bearer ${keyOf("a")}`);
  /** References of the payments known to this register */
  const references = new Map<unknown, string>();
  let sales = 0;
  const start = async (input: unknown): Promise<[RegisterAnswer, status: number]> => {
    const body = isFields(input) ? { reference: `sale ${sales}`, ...input } : input;
    sales += 1;
    const isKnown = isFields(body) && [...references.values()].includes(String(body.reference));
    const answer = await self.post("/payments", body);
    if (answer.status < 300) references.set(answer.body.posTid, answer.body.reference);
    return [answer, isKnown ? 200 : 201];
  };
  const ask = (name: string, input: unknown): Promise<RegisterAnswer> => {
    const { posTid, ...body } = isFields(input) ? input : { posTid: undefined };
    const path = `/payments/${encodeURIComponent(references.get(posTid) ?? String(posTid))}`;
    if (name === "payment.get") return self.get(path);
    const fields = Object.entries(body).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    if (name === "payment.list") return self.get(`/payments?${new URLSearchParams(fields)}`);
    return self.post(`${path}/${name.replace("payment.", "")}`, isFields(input) ? body : input);
  };
  return {
    ...ears,
    async call(name, input) {
      const [answer, status] = name === "payment.start" ? await start(input) : [await ask(name, input), 200];
      return resultOf(answer, { status, schema: name === "payment.list" ? registerPageSchema : registerPaymentSchema });
    },
    async asManager() {
      self = manager;
    },
    async asCashier() {
      self = cashier;
    },
    async [Symbol.asyncDispose]() {
      await ears.stop();
      for (const event of ears.events)
        if (event.type === "payment.changed") registerPaymentSchema.strict().parse(event.payment);
    },
  };
}

interface Expected {
  status: number;
  schema: typeof registerPageSchema | typeof registerPaymentSchema;
}

/** @throws when the response does not match its description */
function resultOf({ status, body }: RegisterAnswer, expected: Expected): Result<unknown> {
  const isError = status >= 400;
  const schema = isError ? registerErrorSchema : expected.schema;
  schema.strict().parse(body);
  const right = isError ? STATUS[body.code as ErrorCode] : expected.status;
  if (status !== right) throw new Error(`${status} in place of ${right}: ${JSON.stringify(body)}`);
  return isError ? { ok: false, error: body } : done(body);
}
