import { describe, expect, it } from "vitest";
import type { TillClient } from "../../../../contract/bridge/events.ts";
import { done, failed, type Result } from "../../../../contract/calls/errors.ts";
import type { Payment, Terminal } from "../../../../contract/payments/views.ts";
import { reasonFor } from "../../../../contract/reasons/reasons.ts";
import type { DisplayView } from "../../../../contract/receipts/display.ts";
import {
  findOpen,
  followPayment,
  followPhone,
  followReceipt,
  followRequest,
  followVisit,
} from "../../../../renderer/kiosk/binding.ts";
import { createKioskStore } from "../../../../renderer/kiosk/store.ts";
import { createTillStore } from "../../../../renderer/store/store.ts";

type Answer = () => Result<unknown> | Promise<Result<unknown>>;

const payment = (posTid: string, changes: Partial<Payment> = {}): Payment =>
  ({
    posTid,
    action: "SALE",
    phase: "draft",
    late: null,
    undoing: false,
    vend: null,
    customer: null,
    operations: [],
    modifiedAt: "1",
    ...changes,
  }) as Payment;

/** A kiosk's session with a basket, over a main with scripted responses and recorded requests. */
function kiosk(answers: Record<string, Answer>, terminal: Partial<Terminal> = {}) {
  const calls: { name: string; input: unknown }[] = [];
  const client: TillClient = {
    async call(name, input) {
      calls.push({ name, input });
      return (await (answers[name]?.() ?? done({}))) as never;
    },
    on: () => () => undefined,
  };
  const till = createTillStore(0, { theme: "light", language: "en", sound: false, unitsFirst: "minor" });
  till.setState(({ shelf }) => ({
    terminal: { vending: null, locale: "nb-NO", currency: "NOK", ...terminal } as Terminal,
    shelf: {
      ...shelf,
      catalogue: {
        version: 1,
        categories: [],
        products: [{ id: "bun", name: "Bolle", amount: 4900, vatRate: 1500, slot: "A1" }],
      },
    },
  }));
  const store = createKioskStore(() => 0);
  followRequest({ kiosk: store, till, client });
  followPhone({ kiosk: store, till, client });
  const choose = () => {
    store.dispatch({ type: "begin", plan: { deposit: false, only: null } });
    store.dispatch({ type: "language", language: "pl" });
    store.dispatch({ type: "quantity", productId: "bun", quantity: 2 });
    store.dispatch({ type: "toBasket" });
  };
  const pay = () => store.dispatch({ type: "pay", reference: "mine" });
  const request = () => store.getState().session.request;
  return { store, till, client, calls, choose, pay, request };
}

/** Waits for main's pending responses. */
const answered = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("a kiosk's request to main", () => {
  it("replaces the code by a phone request once, stores no number, and reports a failure", async () => {
    const wrong = failed("invalid_input");
    const answers = [wrong, done(payment("p1"))];
    const { calls, choose, pay, store } = kiosk({
      "payment.start": () => done(payment("p1")),
      "payment.identify": () => answers.shift() ?? wrong,
    });
    choose();
    pay();
    await answered();
    const send = (digits: string) => store.dispatch({ type: "phone", is: { state: "sending", digits } });
    const phone = () => store.getState().session.phone;
    store.dispatch({ type: "phone", is: { state: "typing" } });
    send("4711111111");
    send("4711111111");
    await answered();
    expect(phone()).toEqual({ state: "refused" });
    send("4791234567");
    await answered();
    expect(phone()).toBeNull();
    expect(calls.filter(({ name }) => name === "payment.identify").map(({ input }) => input)).toEqual([
      { posTid: "p1", customer: { kind: "phone", value: "4711111111" } },
      { posTid: "p1", customer: { kind: "phone", value: "4791234567" } },
    ]);
  });

  it("is repeated when the service does not know the number, with a message next to the number", async () => {
    const begun = [payment("p1"), payment("p2")];
    const world = kiosk({ "payment.start": () => done(begun.shift()) });
    const { calls, choose, pay, request, store, till } = world;
    followPayment({ kiosk: store, till, client: world.client });
    choose();
    pay();
    await answered();
    const words = { quoted: "customer: no customer has this phone number" };
    const because = reasonFor("service_says", { what: reasonFor("service_malformed", { status: 400 }), words });
    const create = { kind: "create", state: "refused", lastErrorReason: because };
    const refused = { asked: "no", customer: "•••0000", operations: [create], modifiedAt: "2" } as Partial<Payment>;
    for (const phase of ["attention", "aborted"] as const)
      till.setState({ payments: { p1: payment("p1", { ...refused, phase }) } });
    await answered();
    expect(calls.filter(({ name }) => name === "payment.start")).toHaveLength(2);
    expect(request()).toMatchObject({ state: "open", posTid: "p2" });
    expect(request()?.reference).not.toBe("mine");
    expect(store.getState().session).toMatchObject({ phone: { state: "refused" }, basket: [{ quantity: 2 }] });
  });

  it("is one sale with its customer's lines and language, however often Pay is pressed", async () => {
    const { calls, choose, pay, request, till } = kiosk({ "payment.start": () => done(payment("p1")) });
    choose();
    pay();
    pay();
    await answered();
    const line = { productId: "bun", name: "Bolle", quantity: 2, unitAmount: 4900, vatRate: 1500 };
    expect(calls).toEqual([
      {
        name: "payment.start",
        input: { action: "SALE", amount: 9800, lines: [line], language: "pl", reference: "mine" },
      },
    ]);
    expect(request()).toMatchObject({ state: "open", posTid: "p1" });
    expect(till.getState().currentId).toBe("p1");
  });

  it("is a vend when there is a dispenser", async () => {
    const { calls, choose, pay } = kiosk(
      { "vend.start": () => done(payment("p1", { action: "AUTH" })) },
      { vending: { deposit: null, unknownDrop: "release" } },
    );
    choose();
    pay();
    await answered();
    expect(calls).toEqual([
      { name: "vend.start", input: { items: [{ productId: "bun", quantity: 2 }], language: "pl" } },
    ]);
  });

  it("is ended when the customer cancelled before its response", async () => {
    const started = Promise.withResolvers<Result<unknown>>();
    const { store, calls, choose, pay, request } = kiosk({
      "payment.start": () => started.promise,
      "payment.abort": () => done(payment("p1", { phase: "aborted", modifiedAt: "2" })),
    });
    choose();
    pay();
    store.dispatch({ type: "cancel" });
    started.resolve(done(payment("p1")));
    await answered();
    expect(calls.map(({ name }) => name)).toEqual(["payment.start", "payment.abort"]);
    expect(request()?.state).toBe("cancelling");
  });

  it("continues when the approval was faster than the cancel", async () => {
    const { store, choose, pay, request } = kiosk({
      "payment.start": () => done(payment("p1")),
      "payment.abort": () => failed("illegal_state"),
    });
    choose();
    pay();
    await answered();
    store.dispatch({ type: "cancel" });
    await answered();
    expect(request()?.state).toBe("open");
  });

  it("recovers its payment after a lost response, and never another customer's", async () => {
    const open = { items: [payment("p0"), payment("p1")], next: null };
    const world = kiosk({ "payment.start": () => failed("internal"), "payment.list": () => done(open) });
    world.till.setState({ payments: { p0: payment("p0") } });
    world.choose();
    world.pay();
    await answered();
    expect(world.request()).toMatchObject({ posTid: "p1", state: "open" });
    const other = kiosk({
      "payment.start": () => failed("internal"),
      "payment.list": () => done({ items: [payment("p0")], next: null }),
    });
    other.till.setState({ payments: { p0: payment("p0") } });
    other.choose();
    other.pay();
    await answered();
    expect(other.store.getState().session).toMatchObject({
      step: "basket",
      request: null,
      refusal: { code: "internal" },
    });
  });
});

it("a receipt belongs to its customer until they leave, however long the customer's screen shows it", () => {
  const store = createKioskStore(() => 0);
  followReceipt(store);
  const show = (takeAway: DisplayView["takeAway"]) => store.setState({ display: { takeAway } as DisplayView });
  const code = { way: "code", text: "Receipt 1" } as const;
  store.dispatch({ type: "found", posTid: "p1", language: null, plan: { deposit: false, only: null } });
  show(code);
  // The previous customer's result may still be shown.
  expect(store.getState().receipt).toBeNull();
  store.dispatch({ type: "payment", posTid: "p1", is: "over" });
  show(null);
  store.dispatch({ type: "moreTime" });
  expect(store.getState().receipt).toEqual(code);
  show({ way: "app" });
  expect(store.getState().receipt).toEqual({ way: "app" });
  store.dispatch({ type: "reset" });
  show({ way: "app" });
  expect(store.getState().receipt).toBeNull();
});

describe("a reopened window", () => {
  it("continues the open payment in the language of its request", async () => {
    const { store, till, client } = kiosk({
      "payment.list": () => done({ items: [payment("p1", { phase: "waiting", wordsIn: "fi" })], next: null }),
    });
    await findOpen({ kiosk: store, till, client });
    expect(store.getState().session).toMatchObject({ language: "fi", request: { posTid: "p1", state: "open" } });
  });
});

describe("a customer's visit", () => {
  it("is known to the window until the first screen returns, or the kiosk is closed", () => {
    const { choose, store, till } = kiosk({});
    const release = followVisit({ kiosk: store, till });
    choose();
    expect(till.getState().hasVisit).toBe(true);
    store.dispatch({ type: "reset" });
    expect(till.getState().hasVisit).toBe(false);
    choose();
    release();
    expect(till.getState().hasVisit).toBe(false);
  });
});
