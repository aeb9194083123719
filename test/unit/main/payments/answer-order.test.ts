import { describe, expect, it } from "vitest";
import { createQuestions } from "../../../../main/payments/answer-order.ts";

describe("a response", () => {
  it("is outdated when a callback arrived after its request, and current when its request came later", () => {
    const questions = createQuestions();
    const before = questions.ask("");
    const other = questions.ask("");
    questions.overtake("p");
    const after = questions.ask("");
    expect([before, after].map((question) => questions.isPast("p", question, ""))).toEqual([true, false]);
    expect(questions.isPast("another", other, "")).toBe(false);
  });

  it("stays outdated for a payment that was evicted after a thousand others, and the memory is bounded", () => {
    const questions = createQuestions();
    const slow = questions.ask("");
    questions.answered("first", questions.ask(""));
    const unanswered = questions.ask("");
    const answerOthers = (from: number) => {
      for (let other = from; other < from + 999; other += 1) questions.answered(`p${other}`, questions.ask(""));
    };
    answerOthers(0);
    expect(questions.isPast("never answered", slow, "")).toBe(false);
    expect(questions.isPast("first", unanswered, "")).toBe(false);
    answerOthers(999);
    // An old response to an evicted payment counts as outdated, so the service is polled again.
    for (const posTid of ["first", "never answered"]) expect(questions.isPast(posTid, slow, "")).toBe(true);
    expect(questions.isPast("first", questions.ask(""), "")).toBe(false);
  });

  it("counts as the newest of its payment, which is then evicted last", () => {
    const questions = createQuestions();
    questions.answered("kept", questions.ask(""));
    for (let other = 0; other < 999; other += 1) questions.overtake(`p${other}`);
    const between = questions.ask("");
    questions.answered("kept", questions.ask(""));
    questions.overtake("one too many");
    expect(questions.isPast("kept", between, "")).toBe(true);
  });
});
