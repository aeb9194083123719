import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import type { TillEvent } from "../../../../../contract/bridge/events.ts";
import { DEFAULT_COUNTER } from "../../../../../contract/catalogue/counter.ts";
import type { Payment, Terminal } from "../../../../../contract/payments/views.ts";
import type { DisplayView } from "../../../../../contract/receipts/display.ts";
import { createEventStream } from "../../../../../main/bridge/events.ts";
import { createDisplay, type DisplayPorts } from "../../../../../main/peripherals/customer-display/display.ts";
import { RESULT_MS } from "../../../../../main/peripherals/customer-display/display-queue.ts";
import { customerLanguages } from "../../../../../main/peripherals/customer-display/languages.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

const TERMINAL = {
  merchant: { id: "M1", name: "Kaffe & Kake" },
  pos: { id: "counter-1", name: "Counter 1", type: "store" },
  environment: "demo",
  locale: "nb-NO",
  currency: "NOK",
  connectivity: "online",
  clockSkewMs: 0,
  counter: DEFAULT_COUNTER,
} as Terminal;

/** On every screen: none of these shows a register's request. */
const opened = temporaryDatabase();
const { database } = opened;
afterAll(() => opened[Symbol.dispose]());

/** A screen over payments in the test's memory, with the events that it sent. */
function world(own: Partial<DisplayPorts> = {}, open: Payment[] = [], locale = "nb-NO") {
  const settings = new Map<string, unknown>();
  const languages = customerLanguages(settings, locale);
  const clock = createManualClock();
  const events = createEventStream({ keep: 100 });
  const payments = new Map(open.map((payment) => [payment.posTid, payment]));
  const received: TillEvent[] = [];
  events.subscribe(({ event }) => received.push(event));
  const display = createDisplay({
    clock,
    events,
    terminal: () => TERMINAL,
    payment: (posTid) => payments.get(posTid) ?? null,
    startedBy: () => null,
    languages,
    products: () => [],
    open: () => open,
    isLocked: () => false,
    takeAway: () => null,
    database,
    journal: createJournal(database),
    log: pino({ level: "silent" }),
    isSeen: () => true,
    ...own,
  });
  return {
    clock,
    events,
    display,
    settings,
    languages,
    heard: received,
    told: () => received.flatMap((event): DisplayView[] => (event.type === "display.changed" ? [event.display] : [])),
    /** Reports a change of a payment as main does */
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
    lines: [],
    late: null,
    steps: ["abort"],
    operations: [],
    wordsIn: null,
  } as Partial<Payment> as Payment;
}

describe("the customer's screen", () => {
  it("follows a payment from its code to the result, and is wiped afterwards", async () => {
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

  it("is wiped even when a timer fires slightly early", async () => {
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

  it("sends one event for simultaneous changes, after their cause, and no duplicates", async () => {
    const { display, change, clock, heard } = world();
    change("A");
    display.started("A");
    display.show("A", null);
    change("A", { modifiedAt: "later" });
    await clock.advance(0);
    expect(heard.map(({ type }) => type)).toEqual(["payment.changed", "payment.changed", "display.changed"]);
  });

  it("resumes with the payment that was shown when the till stopped", () => {
    const left = { ...payment("B"), operations: [{ kind: "create" }], steps: [] } as unknown as Payment;
    expect(world({}, [left, payment("A")]).display.view()).toMatchObject({ code: "https://qr.example/A" });
    expect(world().display.view().state).toBe("idle");
  });

  it("gives access, while no user is signed in, to waiting payments that were shown before or started since", () => {
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
    // C was removed from the screen permanently.
    expect([openOf(), mayShow()]).toEqual([["A"], ["A"]]);
    display.show(null, null);
    expect(display.view().code).toBe("https://qr.example/B");
    expect([openOf(), mayShow()]).toEqual([[], []]);
    shut.is = false;
    display.show("B", null);
    shut.is = true;
    expect([openOf(), mayShow()]).toEqual([["B"], ["B"]]);
    // Payments started before the sign-in belong to the new user.
    display.started("C");
    expect(mayShow()).toEqual(["B", "C"]);
    shut.is = false;
    display.show("B", null);
    shut.is = true;
    expect(mayShow()).toEqual(["B"]);
  });

  it("gives no access, while no user is signed in, to a payment started earlier under a reference", () => {
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

  it("shows what the counter presents, and not what ended before the request", async () => {
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

  it("uses the chosen language, else the shop's", async () => {
    const { display, languages, clock, told } = world();
    expect(display.view()).toMatchObject({ language: "nb", usualLanguage: "nb" });
    languages.saveUsual("en");
    display.refresh();
    await clock.advance(0);
    expect(told().at(-1)).toMatchObject({ language: "en", usualLanguage: "en" });
    expect(["sv-SE", "uk-UA", "nl-NL"].map((locale) => world({}, [], locale).display.view().language)).toEqual([
      "sv",
      "uk",
      "en",
    ]);
    const other = world();
    other.settings.set("display.language", "klingon");
    expect(other.languages.usual()).toBe("nb");
  });

  it("uses a customer's own language for that customer only", async () => {
    const { display, languages, change } = world();
    const offer = { amount: 100, kind: "percent", presets: [1000] } as const;
    display.tip.offer({ ...offer, presets: [1000] });
    languages.choose(null, "en");
    expect(display.view().language).toBe("en");
    // A payment that a program starts meanwhile belongs to that program.
    change("API");
    display.started("API");
    expect([display.view().language, languages.of("API")]).toEqual(["en", "nb"]);
    change("API", { phase: "aborted" });
    display.tip.withdraw();
    expect(languages.of(null)).toBe("nb");
    change("A");
    languages.choose("A", "en");
    display.started("A");
    display.show("A", "API");
    expect(display.view().language).toBe("en");
    change("B");
    display.show("B", "A");
    expect(display.view().language).toBe("nb");
    display.show("A", "B");
    expect(display.view().language).toBe("en");
    change("A", { phase: "captured" });
    expect(display.view().language).toBe("en");
    display.show("B", "A");
    expect([display.view().language, languages.of("A")]).toEqual(["nb", "nb"]);
    languages.choose(null, "en");
    display.show(null, "B");
    expect(languages.of(null)).toBe("nb");
  });

  it("shows the shop's name once it is known", async () => {
    const shop = { name: null as string | null };
    const { events, clock, told } = world({ terminal: () => ({ ...TERMINAL, merchant: { id: "M1", ...shop } }) });
    shop.name = "Kaffe & Kake";
    events.publish({ type: "terminal.changed", terminal: TERMINAL });
    await clock.advance(0);
    expect(told().map((display) => display.shop)).toEqual(["Kaffe & Kake"]);
  });

  it("sends no events after it was closed", async () => {
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

  it("asks for a tip before the payment, accepts one answer, and continues with the payment", async () => {
    const { display, change, clock, told } = world();
    display.tip.offer({ amount: 14_900, kind: "percent", presets: [1000, 1500] });
    await clock.advance(0);
    expect(told().at(-1)).toMatchObject({ state: "tip", amount: 14_900, offer: { chosen: null } });
    expect(display.tip.choose(1490, 9900)).toBe(false);
    expect(display.tip.choose(99_999_999, 14_900)).toBe(false);
    expect(display.tip.choose(1490, 14_900)).toBe(true);
    expect(display.tip.choose(0, 14_900)).toBe(false);
    await clock.advance(0);
    expect(told().at(-1)).toMatchObject({ state: "tip", amount: 16_390, offer: { chosen: 1490 } });
    change("A");
    display.started("A");
    expect(display.view()).toMatchObject({ state: "pay", offer: null });
  });

  it("asks the next customer for a tip while another code waits, and drops it when the counter shows a payment", () => {
    const { display, change } = world();
    change("A");
    display.started("A");
    display.tip.offer({ amount: 5000, kind: "amount", presets: [500] });
    expect(display.view()).toMatchObject({ state: "tip", code: null });
    display.tip.withdraw();
    expect(display.view()).toMatchObject({ state: "pay" });
    display.tip.offer({ amount: 5000, kind: "amount", presets: [500] });
    display.show("A", null);
    expect(display.view()).toMatchObject({ state: "pay" });
  });

  it("asks no question at a locked till, which cannot receive the answer", () => {
    const locked = { is: false };
    const { display, events } = world({ isLocked: () => locked.is });
    display.tip.offer({ amount: 5000, kind: "amount", presets: [500] });
    locked.is = true;
    events.publish({ type: "terminal.changed", terminal: TERMINAL });
    expect(display.view()).toMatchObject({ state: "idle" });
  });
});
