/** What is wrong with a field, in the operator's own language. */
import i18next from "i18next";
import type { FieldProblem } from "../../contract/errors.ts";
import type { Say } from "../kit/format/say.ts";

/** Catalogue keys of fields whose path is none: a key cannot be a sentence and hold others too. */
const KEYS: Readonly<Record<string, string>> = { "pin.again": "pinAgain" };

/** The sentence for a wrong field; main's own where the catalogue has none. */
export function problemText(say: Say, { field, expected, because }: FieldProblem): string {
  const path = field.replace(/\[.*$/, "");
  const key = `setup.problem.${KEYS[path] ?? path}`;
  // A field that only holds others has no sentence: asked for objects, i18next gives one.
  const sentence: unknown = i18next.exists(key) ? i18next.t(key as never, { returnObjects: true } as never) : null;
  if (typeof sentence === "string") return sentence;
  return i18next.t("setup.problem.fallback", { expected: `${field}: ${say(because, expected)}` });
}

/** The problem of one field: an entry of a list that it holds is the field's own (`service.trustedHosts[1]`). */
export function problemAt(problems: readonly FieldProblem[], field: string): FieldProblem | undefined {
  return problems.find((problem) => problem.field.replace(/\[.*$/, "") === field);
}
