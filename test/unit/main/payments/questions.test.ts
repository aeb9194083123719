import { describe, expect, it } from "vitest";
import { createQuestions } from "../../../../main/payments/questions.ts";

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
});
