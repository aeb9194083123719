import type { EntryProblem } from "../../kit/amount/entry.ts";

/** What is said of an amount, or a line, that was left as it was; `most` is the largest amount. */
export const ENTRY_PROBLEM_TEXT = {
  too_large: "charge.tooLarge",
  too_many: "charge.tooMany",
  ambiguous: "charge.ambiguous",
  not_a_number: "charge.notANumber",
} as const satisfies Record<EntryProblem, string>;
