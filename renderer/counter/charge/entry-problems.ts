import type { EntryProblem } from "../../kit/amount/entry.ts";

/** Messages for a rejected key; `most` is the largest amount. */
export const ENTRY_PROBLEM_TEXT = {
  too_large: "charge.tooLarge",
  too_many: "charge.tooMany",
  ambiguous: "charge.ambiguous",
  not_a_number: "charge.notANumber",
} as const satisfies Record<EntryProblem, string>;

export const DISK_PROBLEM_ID = "disk-problem";

export const PHONE_PROBLEM_ID = "phone-problem";
