import type { TillError } from "../../contract/errors.ts";

/** What main said of one field, or undefined. */
export function fieldProblem(problem: TillError | null, field: string): string | undefined {
  return problem?.details.fields?.find((one) => one.field === field)?.expected;
}
