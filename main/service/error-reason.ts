import { type Reason, type ReasonCode, reasonFor } from "../../contract/reasons/reasons.ts";
import { type ApiError, isCut, tlsRefusal } from "./api/errors.ts";

const REFUSALS: Readonly<Record<number, ReasonCode & `service_${string}`>> = {
  400: "service_malformed",
  404: "service_not_found",
  405: "service_not_offered",
  409: "service_conflict",
  410: "service_gone",
  413: "service_too_large",
  422: "service_content",
};

/** Returns the message for an error, without library codes, which belong in logs (`describeError`). */
export function errorReason(error: ApiError): Reason {
  const { status } = error;
  const values = { status: status ?? 0 };
  if (error.kind === "invalid_input") return reasonFor("service_unsendable");
  if (error.kind === "refused") return { code: REFUSALS[error.status] ?? "service_refused_it", values };
  if (error.kind === "credentials")
    return reasonFor(error.status === 401 ? "service_credentials" : "service_rights", values);
  switch (error.because) {
    case "aborted":
      return reasonFor("service_cut");
    case "network":
      return reasonFor(isCut(error) ? "service_cut" : "service_unreachable");
    case "tls":
      return reasonFor(`service_${tlsRefusal(error) ?? "not_proven"}`);
    case "timeout":
      return reasonFor("service_timeout");
    case "busy":
      return reasonFor("service_busy", values);
    case "service":
      return reasonFor("service_trouble", values);
    case "redirect":
      return reasonFor("service_redirect", values);
    case "unreadable":
      return reasonFor("service_unreadable");
  }
}
