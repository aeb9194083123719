/** Findings and wrong fields in the operator's language. */
import i18next from "i18next";
import type { FieldProblem } from "../../contract/errors.ts";
import type { SetupFinding } from "../../contract/setup.ts";
import type { Say } from "../kit/format/say.ts";

export interface FindingText {
  sentence: string;
  /** The finding's own key, shown small where this window has no sentence for it: an older page, a newer till */
  unknown: string | null;
}

/** The sentence of a finding; a plain one by its outcome when the catalogue has no other. */
export function findingText({ finding, outcome, values }: SetupFinding): FindingText {
  const key = `setup.findings.${finding}`;
  // A key that is only the beginning of others is no sentence: asked for objects, i18next gives one.
  const options = { replace: values, returnObjects: true };
  const sentence: unknown = i18next.exists(key) ? i18next.t(key as never, options as never) : null;
  if (typeof sentence === "string") return { sentence, unknown: null };
  return { sentence: i18next.t(`setup.findings.unknown.${outcome}`), unknown: finding };
}

/** Catalogue keys of fields whose path is none: a key cannot be a sentence and hold others too. */
const KEYS: Readonly<Record<string, string>> = { "pin.again": "pinAgain" };

/** The sentence for a wrong field: of its reason, else of the field; main's own where the catalogue has neither. */
export function problemText(say: Say, { field, expected, because }: FieldProblem): string {
  const path = field.replace(/\[.*$/, "");
  const reason = `setup.problem.because.${because?.code}`;
  const key = i18next.exists(reason) ? reason : `setup.problem.${KEYS[path] ?? path}`;
  // A field that only holds others has no sentence: asked for objects, i18next gives one.
  const sentence: unknown = i18next.exists(key) ? i18next.t(key as never, { returnObjects: true } as never) : null;
  if (typeof sentence === "string") return sentence;
  return i18next.t("setup.problem.fallback", { expected: `${field}: ${say(because, expected)}` });
}

/** The problem of one field: an entry of a list that it holds is the field's own (`service.trustedHosts[1]`). */
export function problemAt(problems: readonly FieldProblem[], field: string): FieldProblem | undefined {
  return problems.find((problem) => problem.field.replace(/\[.*$/, "") === field);
}
