/** The reports contain exactly the fees that the service recorded for permissions. */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../contract/accounting/reports.ts";
import { interchangeFee, PERMISSION_FEE, transactionFee } from "../../../sandbox/flows/money.ts";
import type { Permission as Held } from "../../../sandbox/state/permissions.ts";
import { settled } from "../../support/balance.ts";
import { fastClock } from "../../support/fast-clock.ts";
import { asking, grantedTo, isRead, permissionUntil } from "../../support/permissions.ts";
import { INGRID, OLA, phone } from "../../support/sandbox.ts";
import { CUSTOMER, createTestTill, type TestTill } from "../../support/test-till.ts";

type Step =
  | { do: "grant" | "decline" | "grantTooLate" }
  | { do: "pay"; action: "SALE" | "AUTH"; amount: number; onCredit: boolean; shares: boolean; asks: boolean }
  | { do: "reject" }
  | { do: "close" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("grant" as const, "decline" as const) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "grantTooLate" }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      action: fc.constantFrom("SALE" as const, "AUTH" as const),
      amount: fc.integer({ min: 100, max: 50_000 }),
      onCredit: fc.boolean(),
      shares: fc.boolean(),
      asks: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "reject" }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "close" }) },
);

const totalOf = (z: Pick<Report, "transactionFees" | "interchangeFees" | "fees">) => ({
  transactionFees: z.transactionFees,
  interchangeFees: z.interchangeFees,
  fees: z.fees,
});

/** The service's deductions, totalled by the test from its payments and permissions. */
async function deducted({ sandbox }: TestTill) {
  const response = await fetch(`${sandbox.url}/control/permissions`);
  const { permissions } = (await response.json()) as { permissions: Held[] };
  const sums = sandbox.payments().map(({ captures, credit }) => {
    const capturedTotal = captures.reduce((total, one) => total + one.amount + one.additionalAmount, 0);
    return { transaction: transactionFee(capturedTotal), interchange: interchangeFee(capturedTotal, credit) };
  });
  const charged = permissions.filter(({ granted }) => granted === 1).length * PERMISSION_FEE;
  const transactionFees = sums.reduce((total, { transaction }) => total + transaction, charged);
  const interchangeFees = sums.reduce((total, { interchange }) => total + interchange, 0);
  return { transactionFees, interchangeFees, fees: transactionFees + interchangeFees };
}

/** Resolves when the fee is known, also after the till has stopped waiting for the response. */
async function charged(world: TestTill, posTid: string): Promise<void> {
  await permissionUntil(world, posTid, ({ fee }) => fee !== null);
}

async function play(world: TestTill, one: Step): Promise<void> {
  switch (one.do) {
    case "grant":
      await grantedTo(world, { scope: ["email"] });
      return;
    case "decline": {
      const { posTid, rid } = await asking(world, { preset: "member" });
      await phone(world.sandbox).decline(rid);
      await permissionUntil(world, posTid, ({ phase }) => phase === "declined");
      return;
    }
    case "grantTooLate": {
      const { posTid, rid } = await asking(world, { scope: [] });
      await world.must("permission.abort", { posTid });
      await phone(world.sandbox).grant(rid);
      await charged(world, posTid);
      return;
    }
    case "reject":
    case "pay":
      return pay(world, one);
    case "close":
      return;
  }
}

async function pay(world: TestTill, one: Extract<Step, { do: "pay" | "reject" }>): Promise<void> {
  const { action, amount, onCredit, asks } =
    one.do === "pay" ? one : { action: "SALE" as const, amount: 4000, onCredit: false, asks: true };
  const customer = onCredit ? OLA : CUSTOMER;
  const { posTid } = await world.must("payment.start", {
    action,
    amount,
    customer: { kind: "phone", value: customer },
    preset: asks ? "receipt-by-mail" : undefined,
  });
  const asked = await world.waitForPayment(posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
  if (one.do === "reject") {
    await world.phone.reject(asked.tid ?? "", customer);
    await world.waitForPhase(posTid, "rejected");
    return;
  }
  const scopes = one.shares ? undefined : [];
  await phone(world.sandbox, customer).approve(asked.tid ?? "", { customer, scopes });
  await world.waitForPhase(posTid, action === "SALE" ? "captured" : "authorised");
  if (asks && one.shares) await permissionUntil(world, posTid, isRead);
}

describe("the fees of a shop's days", () => {
  it("are what the service has deducted for payments and permissions, each counted once", async () => {
    const days = async (steps: Step[]) => {
      await using world = await createTestTill();
      world.database.pragma("synchronous = OFF");
      await world.asManager();
      let before = await deducted(world);
      for (const one of [...steps, { do: "close" } as const]) {
        await play(world, one);
        if (one.do !== "close") continue;
        await settled(world);
        const { unresolved } = await world.must("report.preview", {});
        const decisions = unresolved.map(({ subject }) => ({ subject, decision: "carry_over" as const }));
        const x = await world.must("report.x", {});
        const z = await world.must("report.z", { decisions });
        const now = await deducted(world);
        const grown = {
          transactionFees: now.transactionFees - before.transactionFees,
          interchangeFees: now.interchangeFees - before.interchangeFees,
          fees: now.fees - before.fees,
        };
        expect(totalOf(z)).toEqual(grown);
        expect(totalOf(x)).toEqual(grown);
        expect(z.payout).toBe(z.net - grown.fees);
        expect(z.comparison?.state).not.toBe("not_compared");
        before = now;
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), days), {
      numRuns: 3,
      endOnFailure: true,
    });
  });
});

describe("the fees of permissions", () => {
  it("are exported next to the movements, with the service's own request id", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const { posTid, rid } = await grantedTo(world, { scope: ["email"] });
    await grantedTo(world, { scope: [] }, { customer: INGRID });
    const made = await world.must("export.make", { kind: "csv", from: "2000-01-01", to: "2099-12-31" });
    const name = made.files.find(({ part }) => part === "movements")?.name;
    const { data } = await world.must("export.read", { exportId: made.exportId, name, offset: 0 });
    const rows: Record<string, string>[] = parse(Buffer.from(data, "base64"), {
      columns: true,
      delimiter: ";",
      bom: true,
    });
    expect(rows.length).toBe(2);
    expect(rows[0]).toMatchObject({
      kind: "permission",
      pos_tid: posTid,
      tid: rid,
      person: "Owner",
      amount: "0,00",
      transaction_fee: "1,00",
      z: "1",
    });
  });

  it("are exported even when a later response omits the permission", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const { posTid } = await world.must("payment.start", {
      action: "AUTH",
      amount: 10_000,
      preset: "member",
      customer,
    });
    const { tid } = await world.waitForPayment(posTid, (one) => one.phase === "waiting" && one.tid !== null);
    await world.phone.approve(tid ?? "");
    await world.waitForPhase(posTid, "authorised");
    expect(await world.must("report.x", {})).toMatchObject({ fees: PERMISSION_FEE });
    world.sandbox.faults.callbacks = false;
    world.sandbox.faults.overrideOutcome = ({ permissions: _permissions, ...rest }) => rest;
    await world.must("payment.capture", { posTid });
    await world.waitForPhase(posTid, "captured");
    const { transactionFees, fees } = await world.must("report.x", {});
    expect(transactionFees).toBe(PERMISSION_FEE + transactionFee(10_000));
    expect(fees).toBeGreaterThanOrEqual(transactionFees);
  });
});

describe("the fee of a request whose response was lost", () => {
  /** Requests data at the service under an id that the till does not know. */
  async function asked(world: TestTill) {
    world.sandbox.faults.add({ effect: "lose_answer", kind: "PERMISSION", times: 1 });
    world.sandbox.faults.add({ effect: "lose_request", kind: "PERMISSION", times: 1_000 });
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const { posTid } = await world.must("permission.request", { scope: ["email"], customer });
    await permissionUntil(world, posTid, ({ operations }) => operations[0]?.lastError != null);
    return posTid;
  }

  async function granted(world: TestTill): Promise<void> {
    const response = await fetch(`${world.sandbox.url}/control/permissions`);
    const { permissions } = (await response.json()) as { permissions: Held[] };
    expect(permissions.length).toBe(1);
    await phone(world.sandbox).grant(permissions[0]?.rid ?? "");
  }

  it("is in the report, also when the till stopped waiting before it knew the request's id", async () => {
    await using world = await createTestTill({ callbacks: false });
    await world.asManager();
    const posTid = await asked(world);
    expect(await world.must("permission.abort", { posTid })).toMatchObject({ phase: "aborted", rid: null });
    await world.restart();
    world.sandbox.faults.clear();
    await granted(world);
    const heard = await permissionUntil(world, posTid, ({ fee }) => fee !== null);
    expect(heard).toMatchObject({ phase: "aborted", usable: false, claims: {}, operations: [{ state: "done" }] });
    expect(await world.must("report.x", {})).toMatchObject({ fees: PERMISSION_FEE });
  });

  it("is in the report, also when the request expired before it was known", async () => {
    const clock = fastClock(1);
    await using world = await createTestTill({ callbacks: false, clock });
    await world.asManager();
    const posTid = await asked(world);
    await granted(world);
    clock.pass(11 * 60_000);
    await permissionUntil(world, posTid, ({ phase }) => phase === "expired");
    world.sandbox.faults.clear();
    clock.pass(60_000);
    const heard = await permissionUntil(world, posTid, ({ fee }) => fee !== null);
    expect(heard).toMatchObject({ phase: "expired", usable: false, claims: {} });
    expect(await world.must("report.x", {})).toMatchObject({ fees: PERMISSION_FEE });
  });

  it("is not searched for when the customer is forgotten, because the request's bytes identify the customer", async () => {
    await using world = await createTestTill({ callbacks: false });
    await world.asManager();
    const posTid = await asked(world);
    await world.must("customer.forget", { posTid });
    expect(await world.must("permission.get", { posTid })).toMatchObject({
      phase: "aborted",
      operations: [{ state: "refused" }],
    });
  });
});

describe("a fee from the service", () => {
  it.each([
    ["without a currency", { transaction_fee: 100 }, 100, { amount: 100, currency: "NOK" }, null],
    ["in another currency", { transaction_fee: 100, currency: "JPY" }, 0, { amount: 100, currency: "JPY" }, "JPY"],
    ["implausibly large", { transaction_fee: 2 ** 53 - 1, currency: "NOK" }, 0, {}, "9007199254740991"],
  ])("%s is booked when plausible, and otherwise reported", async (_, told, booked, fee, said) => {
    await using world = await createTestTill({ callbacks: false });
    await world.asManager();
    const { posTid, rid } = await asking(world, { scope: [] });
    const body = JSON.stringify({ access_token: "tok", scope: "", status: "ok", rid, pos_tid: posTid, ...told });
    const contentType = "application/vnd.svc.api.merchant.v1+json";
    const answer = { effect: "answer", kind: "PERMISSION", times: 1_000, status: 200, retryAfter: null } as const;
    world.sandbox.faults.add({ ...answer, contentType, body });
    const heard = await permissionUntil(world, posTid, ({ phase }) => phase === "granted");
    expect(heard.fee).toMatchObject(fee);
    if (said === null) expect(heard.attention).toBeNull();
    else expect(heard.attention).toContain(said);
    expect(await world.must("report.x", {})).toMatchObject({ fees: booked });
  });
});
