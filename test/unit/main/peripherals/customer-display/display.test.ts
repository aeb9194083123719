import { describe, expect, it } from "vitest";
import type { DisplayView } from "../../../../../contract/display.ts";
import type { TillEvent } from "../../../../../contract/events.ts";
import type { Payment, Terminal } from "../../../../../contract/views.ts";
import { createEventStream } from "../../../../../main/bridge/events.ts";
import { createDisplay, type DisplayPorts } from "../../../../../main/peripherals/customer-display/display.ts";
import { RESULT_MS } from "../../../../../main/peripherals/customer-display/display-queue.ts";
import { createManualClock } from "../../../../support/clock.ts";

const TERMINAL = {
  merchant: { id: "M1", name: "Kaffe & Kake" },
  pos: { id: "counter-1", name: "Counter 1", type: "store" },
  environment: "demo",
  locale: "nb-NO",
  currency: "NOK",
  connectivity: "online",
  clockSkewMs: 0,
} as Terminal;

/** A screen over payments that the test keeps itself, and what it told its windows. */
function world(own: Partial<DisplayPorts> = {}, open: Payment[] = []) {
  const clock = createManualClock();
  const events = createEventStream({ keep: 100 });
  const payments = new Map(open.map((payment) => [payment.posTid, payment]));
  const heard: TillEvent[] = [];
  events.subscribe(({ event }) => heard.push(event));
  const display = createDisplay({
    clock,
    events,
    terminal: () => TERMINAL,
    payment: (posTid) => payments.get(posTid) ?? null,
    language: () => null,
    open: () => open,
    isLocked: () => false,
    ...own,
  });
  return {
    clock,
    events,
    display,
    heard,
    told: () => heard.flatMap((event): DisplayView[] => (event.type === "display.changed" ? [event.display] : [])),
    /** What main does whenever a payment changes */
    change(posTid: string, changes: Partial<Payment> = {}) {
      payments.set(posTid, { ...payment(posTid), ...payments.get(posTid), ...changes });
      events.publish({ type: "payment.changed", payment: payments.get(posTid) as Payment });
    },
  };
}

function payment(posTid: string): Payment {
  return {
    posTid,
    action: "SALE",
    phase: "draft",
    currency: "NOK",
    amount: 100,
    additionalAmount: 0,
    capturedTotal: 0,
    additionalEdit: false,
    customer: null,
    qr: { text: `https://qr.example/${posTid}`, kind: "shortlink" },
    expiresAt: null,
    abortRequested: false,
    late: null,
    steps: ["abort"],
    operations: [],
  } as Partial<Payment> as Payment;
}

describe("the customer's screen", () => {
  it("follows a payment from its code to the result, and wipes it", async () => {
    const { display, change, events, clock, told } = world();
    change("A");
    display.started("A");
    await clock.advance(0);
    expect(display.view()).toMatchObject({ state: "pay", code: "https://qr.example/A", amount: 100 });
    events.publish({ type: "scan.received", posTid: "A" });
    expect(display.view()).toMatchObject({ state: "wait", code: null });
    change("A", { phase: "waiting", qr: null, operations: [{ kind: "create" }] as never, steps: ["leave"] });
    expect(display.view().state).toBe("approve");
    change("A", { phase: "captured", capturedTotal: 100 });
    expect(display.view()).toMatchObject({ state: "paid", amount: 100 });
    await clock.advance(RESULT_MS - 1);
    expect(display.view().state).toBe("paid");
    await clock.advance(1);
    expect(display.view()).toMatchObject({ state: "idle", amount: null });
    expect(told().map(({ state }) => state)).toEqual(["pay", "paid", "idle"]);
  });

  it("is wiped, too, when a timer rings a little early", async () => {
    const clock = createManualClock();
    const early = {
      ...clock,
      sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms > 1 ? ms - 0.4 : ms, signal),
    };
    const { display, change } = world({ clock: early });
    change("A");
    display.started("A");
    change("A", { phase: "captured", capturedTotal: 100 });
    await clock.advance(RESULT_MS + 1);
    expect(display.view().state).toBe("idle");
  });

  it("tells once for what happens at once, after the event that it follows from, and nothing twice", async () => {
    const { display, change, clock, heard } = world();
    change("A");
    display.started("A");
    display.show("A", null);
    change("A", { modifiedAt: "later" });
    await clock.advance(0);
    expect(heard.map(({ type }) => type)).toEqual(["payment.changed", "payment.changed", "display.changed"]);
  });

  it("goes on with who stood there when the till last stopped", () => {
    const left = { ...payment("B"), operations: [{ kind: "create" }], steps: [] } as unknown as Payment;
    expect(world({}, [left, payment("A")]).display.view()).toMatchObject({ code: "https://qr.example/A" });
    expect(world().display.view().state).toBe("idle");
  });

  it("keeps open, while nobody is signed in, what was shown before and what was begun since, for as long as it waits", () => {
    const shut = { is: false };
    const { display, change } = world({ isLocked: () => shut.is });
    for (const posTid of ["A", "B", "C"]) change(posTid);
    display.started("A");
    display.started("B");
    shut.is = true;
    display.started("C");
    const openOf = () => ["A", "B", "C"].filter(display.isOpen);
    const mayShow = () => ["A", "B", "C"].filter(display.mayShow);
    expect([openOf(), mayShow()]).toEqual([["A"], ["A", "C"]]);
    display.show("C", null);
    expect([openOf(), mayShow()]).toEqual([["C"], ["A", "C"]]);
    display.show("A", "C");
    // C was taken off the screen for good.
    expect([openOf(), mayShow()]).toEqual([["A"], ["A"]]);
    display.show(null, null);
    expect(display.view().code).toBe("https://qr.example/B");
    expect([openOf(), mayShow()]).toEqual([[], []]);
    shut.is = false;
    display.show("B", null);
    shut.is = true;
    expect([openOf(), mayShow()]).toEqual([["B"], ["B"]]);
    // And what was begun before somebody signed in is theirs from then on.
    display.started("C");
    expect(mayShow()).toEqual(["B", "C"]);
    shut.is = false;
    display.show("B", null);
    shut.is = true;
    expect(mayShow()).toEqual(["B"]);
  });

  it("is not given what was begun before under a reference, while nobody is signed in", () => {
    const shut = { is: true };
    const { display, change } = world({ isLocked: () => shut.is });
    for (const posTid of ["A", "B"]) change(posTid);
    display.started("A", true);
    expect(display.view().state).toBe("idle");
    display.started("B");
    display.started("B", true);
    expect([display.isOpen("B"), display.view().code]).toEqual([true, "https://qr.example/B"]);
    shut.is = false;
    display.show(null, null);
    display.started("A", true);
    expect(display.view().code).toBe("https://qr.example/A");
  });

  it("shows what the counter presents, and not what was over before it was asked to", async () => {
    const { display, change } = world();
    change("A");
    change("B", { phase: "captured", capturedTotal: 100 });
    expect(display.show("A", null)).toBe(true);
    expect(display.show("B", "A")).toBe(true);
    expect(display.view().code).toBe("https://qr.example/A");
    expect(display.show("C", null)).toBe(false);
    expect(display.show(null, "A")).toBe(true);
    expect(display.view().state).toBe("idle");
  });

  it("speaks the language that was chosen, else the shop's", async () => {
    const kept: { language: unknown } = { language: null };
    const { display, clock, told } = world({ language: () => kept.language });
    expect(display.view().language).toBe("nb");
    kept.language = "en";
    display.refresh();
    await clock.advance(0);
    expect(told().at(-1)?.language).toBe("en");
    expect(world({ terminal: () => ({ ...TERMINAL, locale: "sv-SE" }) }).display.view().language).toBe("en");
    expect(world({ language: () => "klingon" }).display.view().language).toBe("nb");
  });

  it("hears of the shop's name", async () => {
    const shop = { name: null as string | null };
    const { events, clock, told } = world({ terminal: () => ({ ...TERMINAL, merchant: { id: "M1", ...shop } }) });
    shop.name = "Kaffe & Kake";
    events.publish({ type: "terminal.changed", terminal: TERMINAL });
    await clock.advance(0);
    expect(told().map((display) => display.shop)).toEqual(["Kaffe & Kake"]);
  });

  it("says nothing after it was closed", async () => {
    const { display, change, clock, told } = world();
    change("A");
    display.started("A");
    change("A", { phase: "captured" });
    display.close();
    change("A", { phase: "draft" });
    await clock.advance(2 * RESULT_MS);
    expect(told()).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });
});
