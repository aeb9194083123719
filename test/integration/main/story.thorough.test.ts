import { describe, expect, it } from "vitest";
import type { ExchangeEvidence, HistoryEntry, JournalEvidence } from "../../../contract/journal/journal.ts";
import type { Vault } from "../../../main/storage/vault/vault.ts";
import { CUSTOMER, createTestTill, MANAGER_PIN, type TestTill } from "../../support/test-till.ts";

const story = async (world: TestTill, posTid: string) => (await world.must("payment.story", { posTid })).entries;
const requests = (entries: HistoryEntry[], event: string) =>
  entries
    .filter((entry) => entry.event === event)
    .flatMap(({ evidence }) => evidence.filter((proof): proof is ExchangeEvidence => proof.kind !== "journal"));

/** Resolves with the timeline once it contains the event: writes after a response emit no event. */
async function entriesOf(world: TestTill, posTid: string, event: string): Promise<HistoryEntry[]> {
  for (;;) {
    const entries = await story(world, posTid);
    if (entries.some((entry) => entry.event === event)) return entries;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a payment's timeline", () => {
  it("shows requests and responses, with the journal entry and the requests that prove them", async () => {
    await using world = await createTestTill({ callbacks: false });
    const payment = await world.pay("SALE", 14_900);
    const entries = await story(world, payment.posTid);
    const events = entries.filter(({ about }) => about === "payment").map(({ event }) => event);
    expect(events).toEqual(
      expect.arrayContaining(["payment.started", "operation.done", "outcome.pending", "money.captured"]),
    );
    const [created] = requests(entries, "operation.done");
    expect(created).toMatchObject({ kind: "request", method: "POST", status: 201, times: 1 });
    expect(created?.path).toMatch(/\/merchant\/v1\/payment_request\/$/);
    expect(JSON.parse(created?.sent ?? "")).toMatchObject({ action: "SALE", amount: 14_900, customer: "•••4567" });
    const polls = requests(entries, "outcome.pending");
    expect(polls).toMatchObject([{ method: "GET", status: 200 }]);
    expect(JSON.parse(polls[0]?.received ?? "")).toMatchObject({
      tid: payment.tid,
      status: "pending",
      customer: "•••4567",
    });
    for (const entry of entries.filter(({ event }) => !event.startsWith("exchange."))) {
      const row = entry.evidence.find((proof): proof is JournalEvidence => proof.kind === "journal");
      const stored = world.database
        .prepare("SELECT lower(hex(hash)) FROM journal WHERE sequence = ?")
        .pluck()
        .get(row?.sequence);
      expect([row?.event, row?.hash]).toEqual([entry.event, stored]);
    }
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it("shows a callback's message, and who signed in around it", async () => {
    await using world = await createTestTill({ provisioning: { polling: { activeMs: 60_000, idleMs: 600_000 } } });
    await world.asManager();
    const payment = await world.pay("AUTH", 80_000);
    const entries = await entriesOf(world, payment.posTid, "exchange.message");
    const messages = requests(entries, "exchange.message");
    expect(messages).toMatchObject([{ kind: "callback", status: null, times: 1 }]);
    expect(JSON.parse(messages[0]?.received ?? "")).toMatchObject({
      meta: { event: "payment_authorized" },
      object: null,
    });
    expect(entries.filter(({ about }) => about === "till").map(({ event }) => event)).toEqual(
      expect.arrayContaining(["till.started", "staff.signedIn"]),
    );
  });

  it("counts attempts without a response instead of showing each", async () => {
    await using world = await createTestTill({ callbacks: false });
    const { posTid } = await world.pay("AUTH", 30_000);
    world.sandbox.faults.loseAnswerTo("CAPTURE", 3);
    await world.must("payment.capture", { posTid, amount: 10_000 });
    await world.waitForPayment(posTid, ({ operations }) => operations.every(({ state }) => state === "done"));
    const entries = await story(world, posTid);
    const lost = { method: "PUT", status: null, problem: expect.any(String), problemReason: { code: "service_cut" } };
    expect(requests(entries, "operation.unknown")).toMatchObject([{ ...lost, times: 1 }]);
    expect(requests(entries, "exchange.unanswered")).toMatchObject([{ ...lost, times: 2 }]);
    const [again] = entries.filter(({ event }) => event === "exchange.unanswered");
    expect(again).toMatchObject({ values: { kind: "capture", times: 2 }, about: "payment" });
  });

  it("returns not found for an unknown payment", async () => {
    await using world = await createTestTill();
    for (const name of ["payment.story", "payment.file"] as const)
      expect(await world.call(name, { posTid: "nobody" })).toMatchObject({ error: { code: "not_found" } });
  });
});

describe("the support file", () => {
  it("contains the payment, its timeline and the till, and no phone number, token, code or secret", async () => {
    const vaults: Vault[] = [];
    const throughVault = (vault: Vault) => {
      vaults.push(vault);
      return vault;
    };
    await using world = await createTestTill({ throughVault });
    const started = await world.must("payment.start", { action: "SALE", amount: 14_900, text: `For ${CUSTOMER}` });
    await world.phone.scan(started.qr?.text ?? "");
    const asked = await world.waitForPayment(started.posTid, ({ phase, tid }) => phase === "waiting" && tid !== null);
    await world.phone.approve(asked.tid ?? "");
    const paid = await world.waitForPhase(started.posTid, "captured");
    await world.asManager();
    await world.must("payment.refund", { posTid: paid.posTid, amount: 100, reason: `Ring ${CUSTOMER}` });
    await world.waitForPayment(paid.posTid, ({ refunds }) => refunds.length === 1);
    const { name, content } = await world.must("payment.file", { posTid: paid.posTid });
    expect(name).toBe(`payment-${paid.number}.json`);
    const file = JSON.parse(content);
    expect(file).toMatchObject({
      format: "till-payment",
      version: 1,
      till: { pos: { id: "counter-1" }, currency: "NOK" },
      payment: { posTid: paid.posTid, tid: asked.tid, capturedTotal: 14_900, qr: null },
    });
    expect(file.story.length).toBeGreaterThan(5);
    const storedRows = world.database.prepare(
      "SELECT group_concat(coalesce(sent, '') || coalesce(received, '')) FROM exchange",
    );
    const [secretPath, pepper] = [vaults[0]?.get("callbackPath"), vaults[0]?.get("pinPepper")];
    expect(secretPath).toMatch(/^[0-9a-f]{32}$/);
    for (const text of [content, String(storedRows.pluck().get())]) {
      for (const secret of [CUSTOMER, MANAGER_PIN, secretPath, pepper]) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/token:|access_token|Bearer|PRIVATE KEY|\/attachment\//);
    }
  });

  it("contains no phone number, token or secret that the service or a user wrote anywhere", async () => {
    await using world = await createTestTill({ callbacks: false });
    const words = `Kari 912  34  567 \uff14\uff17\uff19\uff11\uff12\uff13\uff14\uff15\uff16\uff17 access_token=PLANT secret: PLANT`;
    const hostile = { id: CUSTOMER, event: `PLANTED=1 token=PLANT ${CUSTOMER}`, status: `${words}`, [words]: words };
    const body = JSON.stringify({
      error_type: `${CUSTOMER} token=PLANT access_token=PLANT`,
      error_description: words,
      error_details: { ...hostile, object: hostile },
    });
    world.sandbox.faults.add({ effect: "answer", kind: "CREATE", status: 400, contentType: "application/json", body });
    const customer = { kind: "phone", value: CUSTOMER } as const;
    const { posTid } = await world.must("payment.start", { action: "SALE", amount: 1234, text: words, customer });
    const refused = await world.waitForPhase(posTid, "attention");
    expect(refused.operations[0]?.state).toBe("refused");
    const storyText = JSON.stringify(await world.must("payment.story", { posTid }));
    const { content } = await world.must("payment.file", { posTid });
    for (const text of [storyText, content]) {
      expect(text).toContain(posTid);
      expect(text).toContain(refused.operations[0]?.id);
      expect(text).not.toMatch(/(?<![A-Z])PLANT(?!ED)|4791234567|912\s+34|\uff19\uff11/);
    }
  });
});
