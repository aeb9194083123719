import type { SetupFinding, SetupFindingKey, SetupTest } from "../../contract/configuration/setup.ts";
import { isStepRequired, type SetupState, type SetupStep } from "../store/setup-state.ts";

/** Most groups of findings match a step. */
const STEPS: Readonly<Record<string, SetupStep>> = {
  service: "service",
  credentials: "credentials",
  pos: "till",
  payment: "till",
  callback: "callbacks",
};

/** Exceptions; null: the wizard cannot correct it. */
const ELSEWHERE: Partial<Record<SetupFindingKey, SetupStep | null>> = {
  "service.broken": null,
  "service.starts_later": null,
  "credentials.merchant_unknown": "service",
  "credentials.user_unknown": "service",
  "credentials.testbed_token": "service",
  "credentials.clock": null,
  "credentials.not_allowed": null,
  "shortlink.weak_key_asks": "service",
  "shortlink.weak_key_claims": "service",
  "shortlink.no_key_asks": "service",
  "shortlink.no_key_claims": "service",
  "payment.unreadable": null,
  "payment.refused_saying": null,
  "payment.refused": null,
  "payment.not_aborted": null,
  "callback.refused": null,
  "callback.tls_later": null,
  "callback.no_public_key": "service",
  "callback.weak_key": "service",
  "callback.clock": null,
  "callback.not_aborted": null,
};

export function correctingStep(
  { finding, outcome }: Pick<SetupFinding, "finding" | "outcome">,
  draft: Pick<NonNullable<SetupState["draft"]>, "preset">,
): SetupStep | null {
  if (outcome !== "failed" && outcome !== "warning") return null;
  const exception = ELSEWHERE[finding];
  const step = exception === undefined ? (STEPS[finding.split(".")[0] ?? ""] ?? null) : exception;
  return step !== null && isStepRequired(step, draft) ? step : null;
}

/** Returns an earlier test with the same finding, to avoid repeating it. */
export function testWithSameFinding(
  test: SetupTest,
  tests: SetupState["tests"],
  order: readonly SetupTest[],
): SetupTest | null {
  const own = tests[test];
  if (own?.state !== "found" || own.finding.outcome !== "failed") return null;
  const same = order.find((other) => {
    const found = tests[other];
    return found?.state === "found" && found.finding.finding === own.finding.finding;
  });
  return same === undefined || same === test ? null : same;
}
