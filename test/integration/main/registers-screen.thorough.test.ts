/** Registers and a cashier share one screen: who has it, who waits for it, and which events they receive. */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import { keyOf, registerAt } from "../../support/register-client.ts";
import { createTillWithRegisters } from "../../support/registers.ts";
import { MANAGER_PIN, type TestTill, until } from "../../support/test-till.ts";

const sale = (reference: string, whenBusy: "queue" | "refuse" = "queue") => ({
  reference,
  action: "SALE",
  amount: 14_900,
  whenBusy,
});

/** Resolves as soon as the customer screen shows this amount, or nothing. */
const untilShown = (world: TestTill, amount: number | null) =>
  until(
    world,
    (display) => display.amount === amount,
    () => world.must("display.get", {}),
    (event) => (event.type === "display.changed" ? event.display : null),
  );

/** Returns the events of `/api/v1` in order. */
async function eventsOf(world: TestTill, key: string, lastEventId?: string) {
  const stopping = new AbortController();
  const answer = await fetch(`${world.till.registersUrl()}/api/v1/events`, {
    headers: { authorization: `Bearer ${key}`, ...(lastEventId && { "last-event-id": lastEventId }) },
    signal: stopping.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async until<T>(find: (event: { id: string; payment: Payment }) => T | null): Promise<T> {
      for (;;) {
        for (const frame of text.split("\n\n").slice(0, -1)) {
          const [id, data] = ["id: ", "data: "].map((name) =>
            frame
              .split("\n")
              .find((line) => line.startsWith(name))
              ?.slice(name.length),
          );
          const found = data === undefined ? null : find({ id: id ?? "", payment: JSON.parse(data).payment });
          if (found !== null) return found;
        }
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`the events ended: ${text}`);
        text += value;
      }
    },
    [Symbol.dispose]: () => stopping.abort(),
  };
}

describe("the counter's screen", () => {
  it("is reserved while another register's customer uses it: refused, or in order of arrival", async () => {
    await using world = await createTillWithRegisters();
    const [a, b] = [registerAt(world, keyOf("a")), registerAt(world, keyOf("b"))];
    const first = await a.post("/payments", { ...sale("a1", "refuse"), amount: 100 });
    expect(first.status).toBe(201);
    expect(await b.post("/payments", sale("b1", "refuse"))).toMatchObject({
      status: 423,
      body: { code: "busy", retryable: true, holder: "Register A", since: first.body.createdAt },
    });
    expect(await a.post("/payments", { ...sale("a1", "refuse"), amount: 100 })).toMatchObject({ status: 200 });
    const others = await Promise.all(
      [200, 300].map((amount) => b.post("/payments", { ...sale(`b${amount}`), amount })),
    );
    expect(others.map(({ status }) => status)).toEqual([201, 201]);
    for (const [amount, { body }] of [[100, first], ...[200, 300].map((amount, at) => [amount, others[at]])] as [
      number,
      typeof first,
    ][]) {
      await untilShown(world, amount);
      await world.must("display.show", { posTid: body.posTid });
      await world.must("payment.abort", { posTid: body.posTid });
      await world.must("display.show", { posTid: null, instead: body.posTid });
    }
  });

  it("belongs to the cashier whose payment is shown", async () => {
    await using world = await createTillWithRegisters();
    const { createdAt } = await world.must("payment.start", { action: "SALE", amount: 500 });
    const refused = await registerAt(world, keyOf("a")).post("/payments", sale("a1", "refuse"));
    expect(refused).toMatchObject({ status: 423, body: { holder: "cashier", since: createdAt } });
  });

  it("belongs to the cashier who keys in a sale: nothing is shown before the end", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("a"));
    await world.must("staff.signIn", { pin: MANAGER_PIN });
    await world.must("display.typing", { typing: true });
    const refused = await register.post("/payments", sale("a1", "refuse"));
    expect(refused).toMatchObject({
      status: 423,
      body: { holder: (await world.must("terminal.get", {})).staff?.name },
    });
    expect(await register.post("/payments", sale("a2"))).toMatchObject({ status: 201 });
    expect((await world.must("display.get", {})).amount).toBeNull();
    const own = await world.must("payment.start", { action: "SALE", amount: 700 });
    await untilShown(world, 700);
    await world.must("payment.abort", { posTid: own.posTid });
    await world.must("display.show", { posTid: null, instead: own.posTid });
    await untilShown(world, null);
    await world.must("display.typing", { typing: false });
    await untilShown(world, 14_900);
    expect(await register.post("/payments", sale("a3", "refuse"))).toMatchObject({ body: { holder: "Register A" } });
  });
});

describe("the events of /api/v1", () => {
  it("report every payment, and resume where the stream ended", async () => {
    await using world = await createTillWithRegisters();
    const register = registerAt(world, keyOf("a"));
    const key = keyOf("reader");
    const { body } = await register.post("/payments", sale("a1"));
    let last = "";
    {
      using events = await eventsOf(world, key);
      await register.post("/payments/a1/abort");
      last = await events.until(({ id, payment }) => (payment.phase === "aborted" ? id : null));
    }
    const second = await register.post("/payments", sale("a2"));
    using events = await eventsOf(world, key, last);
    const { payment } = await events.until((event) => event);
    expect(payment).toMatchObject({ posTid: second.body.posTid, reference: "a2", refundRequests: [] });
    expect(payment.posTid).not.toBe(body.posTid);
  });
});
