import type { TillError } from "../../../contract/errors.ts";
import type { Say } from "../../kit/format/say.ts";

export function fieldProblem(say: Say, problem: TillError | null, field: string): string | undefined {
  const found = problem?.details.fields?.find((one) => one.field === field);
  return say(found?.because, found?.expected);
}
