/** What a test found, in words. */
import i18next from "i18next";
import type { SetupFinding } from "../../contract/setup.ts";

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
