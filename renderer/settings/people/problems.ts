import type { TillError } from "../../../contract/errors.ts";
import type { Say } from "../../kit/format/say.ts";

/** Returns the main process's error for a field, or undefined. */
export function fieldProblem(say: Say, problem: TillError | null, field: string): string | undefined {
  const found = problem?.details.fields?.find((one) => one.field === field);
  return say(found?.because, found?.expected);
}
