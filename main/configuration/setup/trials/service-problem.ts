import type { SetupDraft } from "../../../../contract/configuration/setup.ts";
import { vendorHeader } from "../../../../contract/wire/wire.ts";
import { type ApiError, type CredentialsProblem, type TryAgain, tlsRefusal } from "../../../service/api/errors.ts";
import { type Found, found } from "./trial.ts";

export interface ProblemContext {
  service: Pick<SetupDraft["service"], "baseUrl" | "vendor" | "merchant" | "user" | "integrator">;
  clockSkewMs: number;
}

/** Converts a general error. Returns null for a refusal, whose meaning depends on the request. */
export function serviceProblem(error: ApiError, context: ProblemContext): Found | null {
  if (error.kind === "try_again") return noAnswer(error, hostOf(context.service.baseUrl));
  // The vendor token of the media type is wrong (section 9, G26).
  if (error.kind === "refused" && (error.status === 406 || error.status === 415))
    return found("failed", "service.media_type", { status: error.status });
  return error.kind === "credentials" ? refusedCredentials(error, context) : null;
}

export function notTheService({ service }: ProblemContext, status: number): Found {
  return found("failed", "service.not_the_service", { host: hostOf(service.baseUrl), status });
}

const TLS_FINDINGS = {
  certificate: "service.client_certificate",
  tls_refused: "service.tls_refused",
  old_tls: "service.old_tls",
} as const;

function noAnswer(error: TryAgain, host: string): Found {
  const { because, status, detail } = error;
  const refusal = tlsRefusal(error);
  const answered = { host, status: status ?? 0 };
  switch (because) {
    case "network":
    case "aborted":
      return found("failed", "service.unreachable", { host, detail: detail ?? "" });
    case "tls":
      return found("failed", refusal === null ? "service.tls" : TLS_FINDINGS[refusal], { host, detail: detail ?? "" });
    case "timeout":
      return found("failed", "service.timeout", { host });
    case "redirect":
      return found("failed", "service.redirect", answered);
    case "unreadable":
      return found("failed", "service.not_the_service", answered);
    case "busy":
    case "service":
      return found("failed", "service.broken", answered);
  }
}

/** Uses the header named by the service (G18); otherwise the key or secret is the likely cause. */
function refusedCredentials({ status, body }: CredentialsProblem, { service, clockSkewMs }: ProblemContext): Found {
  if (status === 403) return found("failed", "credentials.not_allowed", { status });
  const details: unknown = body?.error_details;
  const names = typeof details === "object" && details !== null ? Object.keys(details) : [];
  const isNamed = (header: string) => names.some((name) => name.toLowerCase() === header.toLowerCase());
  const { vendor, merchant, user, integrator } = service;
  if (isNamed("X-Testbed-Token")) return found("failed", "credentials.testbed_token");
  if (isNamed(vendorHeader(vendor, "Merchant"))) return found("failed", "credentials.merchant_unknown", { merchant });
  if (isNamed(vendorHeader(vendor, "User")) || isNamed(vendorHeader(vendor, "Integrator")))
    return found("failed", "credentials.user_unknown", { user: integrator ?? user ?? "" });
  if (isNamed(vendorHeader(vendor, "Timestamp")))
    return found("failed", "credentials.clock", { seconds: Math.round(Math.abs(clockSkewMs) / 1000) });
  return found("failed", "credentials.refused", { status });
}

export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
}
