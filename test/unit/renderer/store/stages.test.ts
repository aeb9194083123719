import { describe, expect, it } from "vitest";
import type { Operation, Payment, Terminal } from "../../../../contract/payments/views.ts";
import { badgeOf } from "../../../../renderer/kit/appearance.ts";
import {
  inboxOf,
  isPaymentInProgress,
  isShownAfterReload,
  releasedOf,
  stageOf,
  unansweredOf,
} from "../../../../renderer/store/select.ts";
import { initialState, type TillState } from "../../../../renderer/store/state.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

function operation(
  kind: Operation["kind"],
  unknownSince: string | null = null,
  settledAt: string | null = null,
): Operation {
  return { id: kind, kind, state: "queued", unknownSince, settledAt } as Operation;
}

function payment(changes: Partial<Payment>): Payment {
  return {
    posTid: "A1B2-0001-ABCDEFGH",
    phase: "queued",
    action: "SALE",
    customer: "•••4567",
    qr: null,
    asked: "no",
    late: null,
    checkingSince: null,
    abortRequested: false,
    undoing: false,
    steps: ["abort", "leave"],
    operations: [operation("create")],
    ...changes,
  } as Payment;
}

function atCounter(changes: Partial<Payment>, connectivity: Terminal["connectivity"]): TillState {
  const shown = payment(changes);
  return {
    ...initialState(NOW, { theme: "light", language: "en", sound: false, unitsFirst: "minor" }),
    terminal: { connectivity, clockSkewMs: 0, callbacks: { scans: "receiver" } } as Terminal,
    payments: { [shown.posTid]: shown },
    currentId: shown.posTid,
  };
}

function stage(changes: Partial<Payment>, connectivity: Terminal["connectivity"]): string {
  return stageOf(atCounter(changes, connectivity)).kind;
}

const WAITING = { phase: "waiting", asked: "yes" } as const;

describe("the screen of a payment at the counter", () => {
  it.each([
    ["an intent taken offline has not been asked", {}, "offline", "notAsked"],
    ["a code that cannot be paid now is hidden", { phase: "draft", operations: [] }, "offline", "notAsked"],
    ["a code is hidden while the till's key is rejected", {}, "auth_failed", "notAsked"],
    ["a pending attempt changes nothing yet", { asked: "unknown" }, "offline", "notAsked"],
    ["a request is being sent while online", {}, "online", "sending"],
    ["a lost response is reported soon", { asked: "unknown", checkingSince: ago(6) }, "offline", "checking"],
    ["a lost response is not reported immediately", { asked: "unknown", checkingSince: ago(2) }, "online", "sending"],
    ["a cancel has more time", { phase: "waiting", asked: "yes", checkingSince: ago(20) }, "online", "approving"],
    ["a cancel has half a minute", { phase: "waiting", asked: "yes", checkingSince: ago(30) }, "online", "checking"],
    ["the approval is unknown while offline", WAITING, "offline", "checking"],
    ["the approval is unknown while the till's key is rejected", WAITING, "auth_failed", "checking"],
    ["the customer approves while online", WAITING, "online", "approving"],
    ["a pending cancel is shown", { ...WAITING, abortRequested: true }, "offline", "approving"],
    [
      "a capture has half a minute, too",
      { phase: "authorised", asked: "yes", checkingSince: ago(31) },
      "online",
      "checking",
    ],
    ["a payment approved after a cancel is over", { phase: "authorised", undoing: true }, "online", "result"],
    [
      "a payment approved after a cancel is over also while responses are missing",
      { phase: "authorised", undoing: true, checkingSince: ago(99) },
      "online",
      "result",
    ],
    [
      "a completed payment is a result",
      { phase: "captured", asked: "yes", checkingSince: ago(99) },
      "online",
      "result",
    ],
  ] as const)("%s", (_what, changes, connectivity, expected) => {
    expect(stage(changes as Partial<Payment>, connectivity)).toBe(expected);
  });
});

describe("the list of open sales", () => {
  it("does not include a completed payment", () => {
    expect(isPaymentInProgress(atCounter({ phase: "waiting", asked: "yes" }, "online"))).toBe(true);
    expect(isPaymentInProgress(atCounter({ phase: "captured", asked: "yes" }, "online"))).toBe(false);
    expect(isPaymentInProgress(atCounter({ phase: "attention", asked: "no" }, "online"))).toBe(false);
  });
});

describe("the released amount", () => {
  const reserved = { amount: 30_000, additionalAmount: 0, authorisedLeft: 0, authorisedAdditionalLeft: 0 };
  const released = { ...operation("release"), state: "done" } as Operation;

  it("is the reserved amount that was not captured", () => {
    expect(releasedOf(payment({ ...reserved, capturedTotal: 15_000, operations: [released] }))).toBe(15_000);
    expect(releasedOf(payment({ ...reserved, capturedTotal: 0, operations: [released] }))).toBe(30_000);
  });

  it("is empty before the service has confirmed it", () => {
    expect(releasedOf(payment({ ...reserved, capturedTotal: 15_000, operations: [operation("release")] }))).toBe(0);
    expect(releasedOf(payment({ ...reserved, capturedTotal: 30_000, operations: [] }))).toBe(0);
  });
});

describe("a reloaded counter", () => {
  it("shows the payment at the counter again, and not one that the cashier left", () => {
    expect(isShownAfterReload(payment({}))).toBe(true);
    expect(isShownAfterReload(payment({ phase: "draft", operations: [], steps: ["identify", "abort"] }))).toBe(true);
    expect(isShownAfterReload(payment({ steps: ["abort"] }))).toBe(false);
  });
});

describe("the checked operation", () => {
  it("is the latest request", () => {
    const operations = [operation("create", ago(50)), operation("capture"), operation("abort", ago(40))];
    expect(unansweredOf(payment({ operations }))).toEqual(["abort", "create"]);
  });

  it("excludes operations that were settled since", () => {
    const settled = payment({ phase: "captured", operations: [operation("create", ago(50), ago(10))] });
    expect(unansweredOf(settled)).toEqual([]);
    expect(badgeOf(settled).word).toBe("captured");
    expect(badgeOf(payment({ operations: [operation("create", ago(50))] })).word).toBe("checking");
  });
});

describe("the inbox", () => {
  it("has only late money, the oldest first", () => {
    const late = (posTid: string, seconds: number) =>
      payment({ posTid, late: { because: "after_end", since: ago(seconds) } });
    const payments = { a: late("a", 10), b: late("b", 60), c: payment({ posTid: "c" }) };
    expect(inboxOf(payments).map(({ posTid }) => posTid)).toEqual(["b", "a"]);
  });
});
