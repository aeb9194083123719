import { describe, expect, it } from "vitest";
import type { Operation, Payment, TimelineEntry } from "../../../../../contract/payments/views.ts";
import { reasonFor } from "../../../../../contract/reasons/reasons.ts";
import { stepsOf } from "../../../../../renderer/counter/present/steps.ts";
import { en } from "../../../../../renderer/kit/i18n/en/index.ts";
import { needsMainMessage, reasonOf } from "../../../../../renderer/kit/result-reason.ts";
import { asksToCancel, backgroundOf, sentenceOf } from "../../../../../renderer/kit/story/sentence.ts";

const entry = (event: string, values: TimelineEntry["values"] = {}): TimelineEntry => ({
  at: "2026-11-20T09:00:00.000Z",
  event,
  values,
});

describe("a line of the history", () => {
  it.each([
    [
      entry("payment.started", { amount: 14_900, additionalAmount: 0, code: "shortlink" }),
      { key: "codeShown", amount: 14_900 },
    ],
    [entry("payment.started", { amount: 14_900, code: null }), { key: "started", amount: 14_900 }],
    [entry("payment.scanned"), { key: "scanned" }],
    [entry("payment.identified", { customer: "•••5432" }), { key: "identified", customer: "•••5432" }],
    [
      entry("operation.requested", { kind: "capture", amount: 100, additionalAmount: 50 }),
      { key: "requested.captureAmount", amount: 150 },
    ],
    [entry("operation.requested", { kind: "release", amount: null }), { key: "requested.release" }],
    [entry("operation.refused", { kind: "refund" }), { key: "refused.refund" }],
    [entry("outcome.fail", { statusCode: 5006 }), { key: "failCode", code: 5006 }],
    [entry("outcome.fail", { statusCode: 5012 }), { key: "endedCode", code: 5012 }],
    [entry("outcome.fail", { statusCode: 4019 }), { key: "endedCode", code: 4019 }],
    [entry("money.captured", { amount: 14_900, additionalAmount: 1500 }), { key: "captured", amount: 16_400 }],
    [entry("phase.changed", { from: "waiting", to: "captured" }), null],
    [entry("phase.changed", { to: "attention", attention: "Look." }), { key: "attention" }],
    [entry("payment.left"), { key: "left" }],
    [entry("outcome.auth"), { key: "auth" }],
    [entry("payment.attached", { note: "Receipt 17" }), { key: "attached" }],
    [entry("payment.late", { because: "moved_on" }), { key: "late.moved_on" }],
    [entry("payment.late", { because: "the moon" }), { key: "other", event: "payment.late" }],
    [entry("operation.expired", { kind: "create" }), { key: "expired.create" }],
    [entry("something.new"), { key: "other", event: "something.new" }],
    [entry("operation.requested", { kind: "dance" }), { key: "other", event: "operation.requested" }],
  ])("%o becomes a sentence", (line, sentence) => {
    expect(sentenceOf(line)).toEqual(sentence);
  });

  it("says that an approval came after a cancel", () => {
    const line = entry("outcome.auth", { status: "auth" });
    expect([sentenceOf(line), sentenceOf(line, true)]).toEqual([{ key: "auth" }, { key: "authCancelled" }]);
    expect(asksToCancel(entry("operation.requested", { kind: "abort" }))).toBe(true);
    expect(asksToCancel(entry("operation.requested", { kind: "capture" }))).toBe(false);
  });

  it("always names an existing text", () => {
    const kinds = ["create", "capture", "release", "abort", "reauth", "refund"];
    for (const verb of ["requested", "done", "refused", "unknown", "parked", "retried", "discarded", "expired"]) {
      for (const kind of kinds) {
        const sentence = sentenceOf(entry(`operation.${verb}`, { kind }));
        const [group = "", name = ""] = sentence?.key.split(".") ?? [];
        expect(Object.keys(en.timeline[group as "done"])).toContain(name);
      }
    }
  });
});

describe("the details of a line of the history", () => {
  it.each([
    [entry("operation.retried", { kind: "create", actor: "Ingrid" }), { who: "Ingrid", why: null }],
    [entry("operation.discarded", { kind: "refund", reason: "Paid in cash" }), { who: null, why: "Paid in cash" }],
    [entry("operation.unknown", { kind: "capture", because: "No answer." }), { who: null, why: "No answer." }],
    [entry("phase.changed", { to: "attention", attention: "Look." }), { who: null, why: "Look." }],
    [entry("payment.attached", { note: "Receipt 17", actor: "Ola" }), { who: "Ola", why: "Receipt 17" }],
    [entry("payment.late", { because: "moved_on" }), { who: null, why: null }],
    [entry("operation.done", { kind: "create", because: null, actor: null }), { who: null, why: null }],
  ])("%o", (line, background) => {
    expect(backgroundOf(line)).toEqual(background);
  });
});

function operation(kind: Operation["kind"], state: Operation["state"], createdAt = ""): Operation {
  return { kind, state, createdAt } as Operation;
}

describe("the reason of a result", () => {
  const reason = (facts: Partial<Payment>) =>
    reasonOf({ statusCode: null, tid: "t", asked: "yes", customer: null, operations: [], ...facts } as Payment);

  it.each([
    ["rejected", 5006, "rejected"],
    ["rejected", 5007, "funds"],
    ["rejected", 5101, "limitReached"],
    ["rejected", 7777, "code"],
    ["expired", 5011, "expired"],
    ["captured", 2000, null],
    ["attention", null, "attention"],
  ] as const)("%s with %s is %s", (phase, statusCode, expected) => {
    expect(reason({ phase, statusCode })).toBe(expected);
  });

  it("is the entered data when the service refused the request itself", () => {
    const refused = {
      phase: "attention",
      tid: null,
      asked: "no",
      operations: [operation("create", "refused")],
    } as const;
    expect(reason({ ...refused, operations: [...refused.operations], customer: "•••0000" })).toBe("notAccepted");
    expect(reason({ ...refused, operations: [...refused.operations] })).toBe("notAccepted");
    const says = (quoted: string) =>
      reasonFor("service_says", { what: reasonFor("service_malformed", { status: 400 }), words: { quoted } });
    const unknown = says("customer: no customer has this number");
    const named = { ...refused, operations: [...refused.operations], customer: "•••0000" };
    expect(reason({ ...named, attentionReason: unknown })).toBe("notKnown");
    expect(reason({ ...named, attentionReason: says("currency: expected NOK") })).toBe("notAccepted");
    expect(reason({ ...named, attentionReason: unknown, customer: null })).toBe("notAccepted");
  });

  it("uses the service's text otherwise, unless it only repeats the reason", () => {
    const needs = (words: string) =>
      needsMainMessage({
        ...{
          phase: "attention",
          statusCode: null,
          tid: null,
          asked: "no",
          customer: "•••0000",
          codeRanOut: false,
          undoing: false,
        },
        operations: [operation("create", "refused")],
        attentionReason: reasonFor("service_says", {
          what: reasonFor("service_malformed", { status: 400 }),
          words: { quoted: words },
        }),
      });
    expect(needs("currency: expected NOK")).toBe(true);
    expect(needs("customer: no customer has this number")).toBe(false);
  });

  it("is left to the operator while something may exist at the service", () => {
    const parked = {
      phase: "attention",
      tid: null,
      asked: "no",
      operations: [operation("create", "attention")],
    } as const;
    expect(reason({ ...parked, operations: [...parked.operations] })).toBe("attention");
  });
});

describe("the steps at the counter", () => {
  const SHOWN = "2026-11-20T09:00:00.000Z";
  const ASKED = "2026-11-20T09:01:30.000Z";
  const payment = (changes: Partial<Payment> = {}) =>
    ({ action: "SALE", customer: null, createdAt: SHOWN, operations: [], ...changes }) as Payment;
  const scanned = payment({ operations: [operation("create", "done", ASKED)] });
  const said = (steps: ReturnType<typeof stepsOf>) => steps.map(({ key, state }) => `${key}:${state}`);

  it("wait for the scan while the code is shown", () => {
    const steps = stepsOf({ kind: "code", payment: payment(), expired: false });
    expect(said(steps)).toEqual(["code:done", "scan:now", "approve:next", "paid:next"]);
  });

  it("keep the code and its scan, with both times, regardless of this window's history", () => {
    const steps = stepsOf({ kind: "approving", payment: scanned });
    expect(said(steps)).toEqual(["code:done", "scanned:done", "approve:now", "paid:next"]);
    expect(steps.map(({ at }) => at)).toEqual([SHOWN, ASKED, null, null]);
    expect(said(stepsOf({ kind: "sending", payment: payment() }))[1]).toBe("scanned:done");
  });

  it("have no code when the request went to a phone number, but the request's time", () => {
    const asked = payment({ customer: "•••4567", operations: [operation("create", "done", ASKED)] });
    const steps = stepsOf({ kind: "approving", payment: asked });
    expect(said(steps)).toEqual(["sent:done", "approve:now", "paid:next"]);
    expect(steps[0]?.at).toBe(ASKED);
  });

  it("have no code when the cashier scanned the customer's", () => {
    const asked = payment({ operations: [operation("create", "done", SHOWN)] });
    expect(said(stepsOf({ kind: "approving", payment: asked }))[0]).toBe("sent:done");
  });

  it("end in a reservation when one was requested", () => {
    const reserve = { ...scanned, action: "AUTH" } as const;
    expect(said(stepsOf({ kind: "finishing", payment: reserve })).at(-1)).toBe("reserved:now");
  });
});
