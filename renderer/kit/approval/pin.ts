import type { TFunction } from "i18next";
import { useState } from "react";
import type { TillError } from "../../../contract/calls/errors.ts";
import { useKit } from "../context.ts";

/**
 * True when the dialog's command needs a PIN: known in advance, or reported by the main process.
 * @param mayAlone true when this window knows of no approval rule
 */
export function useAsksPin(mayAlone: boolean): boolean {
  const [isDemanded, setIsDemanded] = useState(false);
  const isRefused = useKit(({ managerProblem }) => ["not_allowed", "limit"].includes(managerProblem?.code ?? ""));
  if (isRefused && !isDemanded) setIsDemanded(true);
  return !mayAlone || isDemanded;
}

export function wrongPin(
  t: TFunction,
  { details: { triesLeft = 0 } }: TillError,
  words: "staff.signIn.wrong" | "manager.pinWrong",
): string {
  return triesLeft > 0 ? t(`${words}Left`, { count: triesLeft }) : t(words);
}

export function isPinProblem({ details }: TillError): boolean {
  return (details.fields ?? []).some(({ field }) => field === "pin");
}

export function isPin(text: string): boolean {
  return /^\d{4,12}$/.test(text);
}

export function useLockLeft(until: string | undefined): number {
  return useKit(({ now }) =>
    until === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000) * 1000),
  );
}

/** Returns when PINs are accepted again. The last wrong PIN before a lock carries it, too. */
export function lockedUntil(problem: TillError | null): string | undefined {
  return problem?.code === "locked_out" || problem?.code === "not_allowed" ? problem.details.until : undefined;
}
