/**
 * The contract's payment cases, run by every caller: the bridge over its carriers, and registers over `/api/v1`. A case
 * names the response to a register where it differs.
 */
import { describe, expect, it } from "vitest";
import type { Payment } from "../../../contract/payments/views.ts";
import type { PaymentCaller, PaymentCommand } from "../../support/carriers.ts";
import { CUSTOMER, type TestTill } from "../../support/test-till.ts";

export type CallerName = "bridge" | "register";

interface Counter {
  world: TestTill;
  till: PaymentCaller;
}

type Page = { items: Payment[]; next: string | null };

/** The longest allowed reference, made of characters that an address must escape. */
const REFERENCE = "%/?#&+ ;".repeat(8);

const customer = { kind: "phone", value: CUSTOMER };
const refused = (code: string, details: object = {}) => ({ ok: false, error: { code, retryable: false, details } });
/** A register names a payment in the address, and its reference does not exist. */
const NOT_FOUND = "not_found";

/** Invalid input, its field, and the register's field or {@link NOT_FOUND} where that differs. */
const WRONG: [command: PaymentCommand, input: unknown, field: string, register?: string][] = [
  ["payment.start", { action: "SALE", amount: 0 }, "amount"],
  ["payment.start", { action: "SALE", amount: -1 }, "amount"],
  ["payment.start", { action: "SALE", amount: 1.5 }, "amount"],
  ["payment.start", { action: "SALE", amount: "100" }, "amount"],
  ["payment.start", { action: "SALE", amount: 100_000_000 }, "amount"],
  ["payment.start", { action: "SALE" }, "amount"],
  ["payment.start", { action: "GIFT", amount: 1 }, "action"],
  ["payment.start", { action: "SALE", amount: 99_999_999, additionalAmount: 1 }, "additionalAmount"],
  ["payment.start", { action: "SALE", amount: 1, text: "x".repeat(151) }, "text"],
  ["payment.start", { action: "SALE", amount: 1, reference: "" }, "reference"],
  ["payment.start", { action: "SALE", amount: 1, reference: "é" }, "reference"],
  ["payment.start", { action: "SALE", amount: 1, customer: { kind: "phone", value: "+47 912" } }, "customer.value"],
  ["payment.start", { action: "SALE", amount: 1, customer: { kind: "fax", value: "1" } }, "customer.kind"],
  ["payment.start", { action: "SALE", amount: 3, lines: [{ quantity: 1, unitAmount: 2 }] }, "lines"],
  // Registers cannot request customer data.
  ["payment.start", { action: "SALE", amount: 1, scope: ["everything"] }, "scope[0]", "scope"],
  ["payment.start", { action: "SALE", amount: 1, currency: "SEK" }, "currency"],
  ["payment.start", [], "input"],
  ["payment.get", { posTid: "../../etc/passwd" }, "posTid", NOT_FOUND],
  ["payment.get", { posTid: "x".repeat(65) }, "posTid", NOT_FOUND],
  ["payment.list", { limit: 1000 }, "limit"],
  ["payment.list", { cursor: "made up" }, "cursor"],
  ["payment.list", { from: "yesterday" }, "from"],
  ["payment.capture", { posTid: "x", amount: 1.5 }, "amount"],
  ["payment.capture", { posTid: "x", additionalAmount: -1 }, "additionalAmount"],
  ["payment.release", { posTid: "x", amount: 1 }, "amount"],
  ["payment.abort", { posTid: "x", reason: "none" }, "reason"],
  ["payment.refund", { posTid: "x", amount: -1, reason: "returned" }, "amount"],
  ["payment.refund", { posTid: "x", amount: 1, reason: "" }, "reason"],
  // A register's reason defaults to its reference.
  ["payment.refund", { posTid: "x", amount: 1 }, "reason", NOT_FOUND],
];

/** Input that no caller sends. */
export const HOSTILE: readonly unknown[] = [
  null,
  17,
  "x",
  [],
  { __proto__: null, constructor: {} },
  { posTid: { $ne: 1 } },
  { posTid: "\u0000" },
];

export const PAYMENT_COMMANDS: readonly PaymentCommand[] = [
  "payment.start",
  "payment.get",
  "payment.list",
  "payment.capture",
  "payment.release",
  "payment.abort",
  "payment.refund",
];

/** A payment without its code's deadline, which restarts when the service is back. */
export function withoutTimes({
  codeUntil: _until,
  modifiedAt: _at,
  revision: _revision,
  ...payment
}: Payment): Omit<Payment, "codeUntil" | "modifiedAt" | "revision"> {
  return payment;
}

/** Registers the cases. @param at returns the shared till and the caller, once the first case runs */
export function paymentCases(caller: CallerName, at: () => Counter): void {
  const call = (name: PaymentCommand, input: unknown) => at().till.call(name, input);
  const must = async <T = Payment>(name: PaymentCommand, input: unknown): Promise<T> => {
    const result = await call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value as T;
  };
  const phase = (posTid: string, wanted: Payment["phase"]) => at().world.waitForPhase(posTid, wanted);
  const waiting = async (action: "SALE" | "AUTH", amount: number) => {
    const { posTid } = await must("payment.start", { action, amount, customer });
    const { tid } = await phase(posTid, "waiting");
    return { posTid, tid: tid ?? "" };
  };
  const paid = async (action: "SALE" | "AUTH", amount: number) => {
    const { posTid, tid } = await waiting(action, amount);
    await at().world.phone.approve(tid);
    return phase(posTid, action === "SALE" ? "captured" : "authorised");
  };
  const captures = (tid: string | null) =>
    at()
      .world.sandbox.captures(tid ?? "")
      .map(({ amount }) => amount);
  const refunds = (tid: string | null) =>
    at()
      .world.sandbox.refunds(tid ?? "")
      .map(({ amount }) => amount);

  describe("payments", () => {
    it("returns the same payment from payment.start, .get and .list", async () => {
      const lines = [{ name: "Coffee", quantity: 3, unitAmount: 4115, vatRate: 1500 }];
      const sale = {
        action: "SALE",
        amount: 12_345,
        additionalAmount: 500,
        additionalEdit: true,
        text: "Table 7",
        lines,
      };
      const started = await must("payment.start", sale);
      const register = caller === "register" ? "Register A" : null;
      expect(started).toMatchObject({ ...sale, phase: "draft", currency: "NOK", register });
      const { posTid } = started;
      expect(withoutTimes(await must("payment.get", { posTid }))).toEqual(withoutTimes(started));
      const { items } = await must<Page>("payment.list", { from: started.createdAt });
      expect(items.map(withoutTimes)[0]).toEqual(withoutTimes(started));
      await must("payment.abort", { posTid });
    });

    it("pages payment.list newest first without gaps or repeats", async () => {
      const made: Payment[] = [];
      for (let amount = 1; amount <= 5; amount += 1) {
        const started = await must("payment.start", { action: "SALE", amount });
        made.unshift(started);
        await must("payment.abort", { posTid: started.posTid });
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const from = made.at(-1)?.createdAt;
        const page = await must<Page>("payment.list", { from, limit: 2, cursor });
        expect(page.items.length).toBeLessThanOrEqual(2);
        seen.push(...page.items.map(({ posTid }) => posTid));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(seen.slice(0, 5)).toEqual(made.map(({ posTid }) => posTid));
      expect(new Set(seen).size).toBe(seen.length);
    });

    it("sends payment.start to the customer's phone for approval or rejection", async () => {
      const { posTid, tid } = await paid("SALE", 5000);
      expect(await must("payment.get", { posTid })).toMatchObject({ phase: "captured", capturedTotal: 5000 });
      expect(captures(tid)).toEqual([5000]);
      const other = await waiting("SALE", 100);
      await at().world.phone.reject(other.tid);
      await phase(other.posTid, "rejected");
      expect(await must("payment.get", { posTid: other.posTid })).toMatchObject({
        capturedTotal: 0,
        customer: "•••4567",
      });
    });

    it("returns the same payment for a repeated reference, and a conflict for other content", async () => {
      const sale = { action: "SALE", amount: 700, reference: REFERENCE, customer };
      const { posTid } = await must("payment.start", sale);
      expect(await must("payment.start", sale)).toMatchObject({ posTid, reference: REFERENCE });
      expect(await must("payment.get", { posTid })).toMatchObject({ posTid, reference: REFERENCE });
      expect(await call("payment.start", { ...sale, amount: 701 })).toMatchObject(refused("conflict", { posTid }));
      await phase(posTid, "waiting");
      expect(
        at()
          .world.sandbox.payments()
          .filter((one) => one.posTid === posTid),
      ).toHaveLength(1);
      await must("payment.abort", { posTid });
      await phase(posTid, "aborted");
      expect(await must("payment.start", sale)).toMatchObject({ posTid, phase: "aborted" });
    });

    it("cancels only unapproved payments with payment.abort", async () => {
      const { posTid } = await waiting("SALE", 100);
      await must("payment.abort", { posTid });
      await phase(posTid, "aborted");
      for (const change of ["payment.capture", "payment.release"] as const)
        expect(await call(change, { posTid })).toMatchObject(refused("illegal_state"));
      const sold = await paid("SALE", 100);
      expect(await call("payment.abort", { posTid: sold.posTid })).toMatchObject(refused("illegal_state"));
    });

    it("captures and releases a reservation up to its remaining amount", async () => {
      const { posTid, tid } = await paid("AUTH", 5000);
      expect(await call("payment.capture", { posTid, amount: 5001 })).toMatchObject(
        refused("invalid_input", { fields: [{ field: "amount" }] }),
      );
      await must("payment.capture", { posTid, amount: 1000 });
      expect(await phase(posTid, "partly_captured")).toMatchObject({ authorisedLeft: 4000 });
      await must("payment.release", { posTid });
      expect(await phase(posTid, "captured")).toMatchObject({ capturedTotal: 1000, authorisedLeft: 0 });
      for (const change of ["payment.capture", "payment.release"] as const)
        expect(await call(change, { posTid })).toMatchObject(refused("illegal_state"));
      expect(captures(tid)).toEqual([1000]);
    });

    it("captures the whole remainder with payment.capture without amounts", async () => {
      const { posTid, tid } = await paid("AUTH", 2500);
      await must("payment.capture", { posTid });
      expect(await phase(posTid, "captured")).toMatchObject({ capturedTotal: 2500 });
      expect(captures(tid)).toEqual([2500]);
    });

    it("requires the right to refund, and refunds no more than was paid", async () => {
      const { posTid, tid } = await paid("SALE", 5000);
      await at().till.asCashier();
      expect(await call("payment.refund", { posTid, amount: 100, reason: "returned" })).toMatchObject(
        refused("not_allowed"),
      );
      await at().till.asManager();
      expect(await call("payment.refund", { posTid, amount: 5001, reason: "returned" })).toMatchObject(
        refused("invalid_input", { fields: [{ field: "amount" }] }),
      );
      await must("payment.refund", { posTid, amount: 2000, reason: "returned" });
      await phase(posTid, "partly_refunded");
      await must("payment.refund", { posTid, reason: "returned" });
      expect(await phase(posTid, "refunded")).toMatchObject({ refundedTotal: 5000, refundable: 0 });
      expect(await call("payment.refund", { posTid, reason: "returned" })).toMatchObject(refused("illegal_state"));
      expect(refunds(tid)).toEqual([2000, 3000]);
      await at().till.asCashier();
      expect(await call("payment.refund", { posTid, reason: "returned" })).toMatchObject(refused("not_allowed"));
      await at().till.asManager();
    });

    it("emits payment.changed for each change", async () => {
      const { till } = at();
      const { posTid } = await waiting("SALE", 300);
      const waitForEvent = (wanted: Payment["phase"]) =>
        till.heard("payment.changed", ({ payment }) => payment.posTid === posTid && payment.phase === wanted);
      expect((await waitForEvent("queued")).payment).toMatchObject({ amount: 300, customer: "•••4567" });
      const { payment } = await waitForEvent("waiting");
      expect(payment.tid).not.toBeNull();
      await must("payment.abort", { posTid });
      await waitForEvent("aborted");
    });

    it.each(WRONG)("refuses %s with %j and names the field", async (name, input, field, ofRegister) => {
      const before = at().world.sandbox.payments().length;
      const result = await call(name, input);
      const wrong = caller === "register" ? (ofRegister ?? field) : field;
      expect(result).toMatchObject(refused(wrong === NOT_FOUND ? NOT_FOUND : "invalid_input"));
      const fields = result.ok ? [] : (result.error.details.fields ?? []);
      if (wrong !== NOT_FOUND) expect(fields.map((problem) => problem.field)).toContain(wrong);
      expect(at().world.sandbox.payments()).toHaveLength(before);
    });

    it.each(PAYMENT_COMMANDS)("rejects hostile input without an internal error: %s", async (name) => {
      for (const input of HOSTILE) {
        const result = await call(name, input);
        if (!result.ok) expect(result.error.code).not.toBe("internal");
      }
    });

    it("rejects unknown commands", async () => {
      const { till } = at();
      for (const name of ["no.such.command", "__proto__"] as const)
        expect(await till.call(name, {})).toMatchObject({ ok: false, error: { code: "not_found" } });
    });

    it.each(["payment.get", "payment.capture", "payment.release", "payment.abort", "payment.refund"] as const)(
      "returns not found for an unknown id in %s",
      async (name) => {
        const input = { posTid: "unknown", ...(name === "payment.refund" && { reason: "returned" }) };
        expect(await call(name, input)).toMatchObject(refused("not_found"));
      },
    );

    it("enforces the offline limits while the service is unreachable", async () => {
      const { world } = at();
      const sale = (amount: number) => ({ action: "SALE", amount, customer });
      world.sandbox.faults.breakDown("ANY", 503, 1_000_000);
      const { posTid } = await must("payment.start", sale(100));
      const { offline } = await world.waitForTerminal(({ connectivity }) => connectivity === "offline");
      expect(await call("payment.start", sale(offline.maxAmount + 1))).toMatchObject(refused("limit"));
      world.sandbox.faults.clear();
      await world.waitForTerminal(({ connectivity }) => connectivity === "online");
      await phase(posTid, "waiting");
      await must("payment.abort", { posTid });
      await phase(posTid, "aborted");
    });
  });
}
