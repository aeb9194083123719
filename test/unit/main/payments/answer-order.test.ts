import { describe, expect, it } from "vitest";
import { createQuestions } from "../../../../main/payments/answer-order.ts";

describe("an answer", () => {
  it("is past when a message was heard since it was asked for, and not when it was asked for after that", () => {
    const questions = createQuestions();
    const before = questions.ask("");
    const other = questions.ask("");
    questions.overtake("p");
    const after = questions.ask("");
    expect([before, after].map((question) => questions.isPast("p", question, ""))).toEqual([true, false]);
    expect(questions.isPast("another", other, "")).toBe(false);
  });

  it("is past for good, also of a payment that was forgotten for a thousand others; and no more are remembered", () => {
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
    // Of whom nothing is remembered an answer this old could be any: the service is asked again.
    for (const posTid of ["first", "never answered"]) expect(questions.isPast(posTid, slow, "")).toBe(true);
    expect(questions.isPast("first", questions.ask(""), "")).toBe(false);
  });

  it("counts again as the last of its payment, which is then the last to be forgotten", () => {
    const questions = createQuestions();
    questions.answered("kept", questions.ask(""));
    for (let other = 0; other < 999; other += 1) questions.overtake(`p${other}`);
    const between = questions.ask("");
    questions.answered("kept", questions.ask(""));
    questions.overtake("one too many");
    expect(questions.isPast("kept", between, "")).toBe(true);
  });
});
