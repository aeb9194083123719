import { describe, expect, it } from "vitest";
import type { Reason } from "../../../../../contract/reasons/reasons.ts";
import { judge, judgeRefusedCreate, settledBy } from "../../../../../main/payments/queue/judge.ts";
import type { OperationRow } from "../../../../../main/payments/queue/operation.ts";
import type { CredentialsProblem, Refused, TryAgain } from "../../../../../main/service/api/errors.ts";
import { authorised, pendingOutcome } from "../histories.ts";

const noAnswer: TryAgain = {
  kind: "try_again",
  because: "network",
  status: null,
  detail: "ECONNRESET",
  retryAfterMs: null,
  answer: null,
};
const raw = { status: 0, contentType: null, body: "" };
const credentials = (status: 401 | 403): CredentialsProblem => ({
  kind: "credentials",
  status,
  body: null,
  answer: raw,
});
const refused = (status: number): Refused => ({
  kind: "refused",
  status,
  body: { error_type: "invalid", error_description: "customer: unknown", error_details: null },
  answer: raw,
});
const attempt = (attempts: number, lastError: Reason | null = null) => ({ attempts, lastError });

describe("an attempt without a definite result", () => {
  it("is unknown when no response came or the service failed: the operation may have succeeded", () => {
    expect(judge(attempt(1), noAnswer, 1, false)).toMatchObject({ is: "retry", state: "unknown", afterMs: 1000 });
    expect(judge(attempt(3), { ...noAnswer, because: "service", status: 500 }, 1, false)).toMatchObject({
      state: "unknown",
      afterMs: 4000,
    });
    expect(judge(attempt(1), { ...noAnswer, because: "unreadable", status: 200 }, 1, false)).toMatchObject({
      state: "unknown",
    });
  });

  it("is retried no sooner than the service asks, and later when the till's own pause is longer", () => {
    const busy = { ...noAnswer, because: "service", status: 503, retryAfterMs: 20_000 } as const;
    expect(judge(attempt(1), busy, 1, false)).toMatchObject({ afterMs: 20_000, notBeforeMs: 20_000 });
    expect(judge(attempt(9), busy, 1, false)).toMatchObject({ afterMs: 300_000, notBeforeMs: 20_000 });
    expect(judge(attempt(9), noAnswer, 1, false)).toMatchObject({ afterMs: 300_000, notBeforeMs: null });
  });

  it("was not processed when the service only asked for a pause, or was never reached", () => {
    expect(
      judge(attempt(1), { ...noAnswer, because: "busy", status: 429, retryAfterMs: 20_000 }, 1, false),
    ).toMatchObject({
      state: "ready",
      afterMs: 20_000,
    });
    expect(judge(attempt(1), { ...noAnswer, because: "tls" }, 1, false)).toMatchObject({ state: "ready" });
  });

  it("with refused credentials is retried once immediately, since the clock may be wrong; then the queue waits", () => {
    expect(judge(attempt(3), credentials(401), 1, false)).toMatchObject({ is: "credentials", afterMs: 0 });
    expect(judge(attempt(3), credentials(401), 1, true)).toMatchObject({ is: "credentials", afterMs: 30_000 });
  });

  it("with a level that is too low is handed to an operator, and blocks no other payment", () => {
    const first = judge(attempt(2), credentials(403), 1, false);
    expect(first).toMatchObject({ is: "credentials", afterMs: 0 });
    expect(judge(attempt(3, first.because), credentials(403), 1, true)).toMatchObject({ is: "parked" });
  });
});

describe("a refused creation", () => {
  it("is final, with the service's own message", () => {
    expect(judgeRefusedCreate(refused(400))).toMatchObject({
      is: "refused",
      because: { code: "service_says", values: { words: { quoted: "customer: unknown" } } },
    });
  });

  it("hides personal data in the message, in any format of numbers and addresses", () => {
    const body = { error_type: "x", error_description: "no 018571 11253, +47 912-34-567 or kari@example.com here" };
    expect(judgeRefusedCreate({ ...refused(400), body })).toMatchObject({
      because: { values: { words: { quoted: "no •••, ••• or ••• here" } } },
    });
  });

  it("is handed to an operator when the id is in use", () => {
    expect(judgeRefusedCreate(refused(409))).toMatchObject({ is: "parked" });
  });
});

describe("a refused operation whose outcome may already contain it", () => {
  const operation = (kind: OperationRow["kind"], amount: number | null = 400): OperationRow => ({
    id: "mine",
    posTid: "p",
    sequence: 1,
    kind,
    body: new Uint8Array(),
    isIntact: true,
    amount,
    additionalAmount: 0,
    reason: null,
    state: "sending",
    attempts: 2,
    dueAt: 0,
    lastError: null,
    unknownSince: 1,
    createdAt: 0,
    settledAt: null,
    sentAt: null,
    retriedAt: null,
    givenUp: false,
    byRule: false,
    actor: null,
  });
  const auth = authorised(pendingOutcome());
  const listed = { id: "mine", amount: 400, additionalAmount: 0, text: null };

  it.each([
    ["capture", { ...auth, captures: [listed] }, "done"],
    ["capture", { ...auth, captures: [{ ...listed, id: "another" }] }, "refused"],
    ["capture", { ...auth, captures: [{ ...listed, amount: 401 }] }, "contradiction"],
    ["refund", { ...auth, refunds: [listed] }, "done"],
    ["refund", auth, "refused"],
    ["release", { ...auth, status: "fail" }, "done"],
    ["release", { ...auth, status: "ok" }, "done"],
    ["release", auth, "refused"],
    ["abort", { ...auth, status: "fail" }, "done"],
    ["abort", auth, "refused"],
    ["abort", { ...auth, status: "ok" }, "refused"],
  ] as const)("%s", (kind, outcome, verdict) => {
    expect(settledBy(operation(kind), outcome as typeof auth)).toBe(verdict);
  });
});
