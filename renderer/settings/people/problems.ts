import type { TillError } from "../../../contract/calls/errors.ts";
import type { ReasonFormatter } from "../../kit/format/reason-text.ts";

export function fieldProblem(say: ReasonFormatter, problem: TillError | null, field: string): string | undefined {
  const found = problem?.details.fields?.find((one) => one.field === field);
  return say(found?.because, found?.expected);
}
