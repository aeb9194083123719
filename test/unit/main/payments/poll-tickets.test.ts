import { describe, expect, it } from "vitest";
import { createPollTickets } from "../../../../main/payments/poll-tickets.ts";

describe("a response", () => {
  it("is outdated when a callback arrived after its request, and current when its request came later", () => {
    const questions = createPollTickets();
    const before = questions.issue("");
    const other = questions.issue("");
    questions.invalidate("p");
    const after = questions.issue("");
    expect([before, after].map((question) => questions.isOutdated("p", question, ""))).toEqual([true, false]);
    expect(questions.isOutdated("another", other, "")).toBe(false);
  });

  it("stays outdated for a payment that was evicted after a thousand others, and the memory is bounded", () => {
    const questions = createPollTickets();
    const slow = questions.issue("");
    questions.markAnswered("first", questions.issue(""));
    const unanswered = questions.issue("");
    const answerOthers = (from: number) => {
      for (let other = from; other < from + 999; other += 1) questions.markAnswered(`p${other}`, questions.issue(""));
    };
    answerOthers(0);
    expect(questions.isOutdated("never answered", slow, "")).toBe(false);
    expect(questions.isOutdated("first", unanswered, "")).toBe(false);
    answerOthers(999);
    // An old response to an evicted payment counts as outdated, so the service is polled again.
    for (const posTid of ["first", "never answered"]) expect(questions.isOutdated(posTid, slow, "")).toBe(true);
    expect(questions.isOutdated("first", questions.issue(""), "")).toBe(false);
  });

  it("counts as the newest of its payment, which is then evicted last", () => {
    const questions = createPollTickets();
    questions.markAnswered("kept", questions.issue(""));
    for (let other = 0; other < 999; other += 1) questions.invalidate(`p${other}`);
    const between = questions.issue("");
    questions.markAnswered("kept", questions.issue(""));
    questions.invalidate("one too many");
    expect(questions.isOutdated("kept", between, "")).toBe(true);
  });
});
