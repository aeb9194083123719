import i18next from "i18next";
import type { FieldProblem } from "../../contract/calls/errors.ts";
import type { SetupFinding } from "../../contract/configuration/setup.ts";
import type { ReasonFormatter } from "../kit/format/reason-text.ts";

/** Returns the sentence, and the key of an unknown finding, such as one of a newer till. */
export function findingText({ finding, outcome, values }: SetupFinding): { sentence: string; unknown: string | null } {
  const key = `setup.findings.${finding}`;
  // A key with child keys returns an object, which is not a text.
  const options = { replace: values, returnObjects: true };
  const sentence: unknown = i18next.exists(key) ? i18next.t(key as never, options as never) : null;
  if (typeof sentence === "string") return { sentence, unknown: null };
  return { sentence: i18next.t(`setup.findings.unknown.${outcome}`), unknown: finding };
}

/** Translation keys of fields whose path would be a child of another text. */
const KEYS: Readonly<Record<string, string>> = { "pin.again": "pinAgain" };

/** Returns the text of a field problem: by reason, by field, or the main process's own. */
export function problemText(say: ReasonFormatter, { field, expected, because }: FieldProblem): string {
  const path = field.replace(/\[.*$/, "");
  const reason = `setup.problem.because.${because?.code}`;
  const key = i18next.exists(reason) ? reason : `setup.problem.${KEYS[path] ?? path}`;
  // A key with child keys returns an object, which is not a text.
  const sentence: unknown = i18next.exists(key) ? i18next.t(key as never, { returnObjects: true } as never) : null;
  if (typeof sentence === "string") return sentence;
  return i18next.t("setup.problem.fallback", { expected: `${field}: ${say(because, expected)}` });
}

/** Returns a field's problem; a list entry (`service.trustedHosts[1]`) belongs to its list. */
export function problemAt(problems: readonly FieldProblem[], field: string): FieldProblem | undefined {
  return problems.find((problem) => problem.field.replace(/\[.*$/, "") === field);
}

/** Commands whose errors are shown next to the buttons. */
export const KEY_COMMANDS = ["setup.makeKey", "setup.importKey"] as const;
