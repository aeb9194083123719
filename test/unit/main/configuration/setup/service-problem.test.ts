import { describe, expect, it } from "vitest";
import { serviceProblem } from "../../../../../main/configuration/setup/trials/service-problem.ts";
import type { ApiError, TryAgainCause } from "../../../../../main/service/api/errors.ts";

const service = {
  baseUrl: "https://pay.example:8443/base",
  vendor: "acme",
  merchant: "T001",
  user: "till",
  integrator: null,
};
const asked = { service, clockSkewMs: -400_000 };
const answer = { status: 401, contentType: null, body: "" };

function refusal(details: unknown, status: 401 | 403 = 401): ApiError {
  return { kind: "credentials", status, body: { error_details: details }, answer };
}

describe("the reason for a failed service check", () => {
  it.each<[string, ApiError, object]>([
    ["credentials.testbed_token", refusal({ "x-testbed-token": "is required" }), {}],
    ["credentials.merchant_unknown", refusal({ "X-Acme-Merchant": "is not a merchant" }), { merchant: "T001" }],
    ["credentials.user_unknown", refusal({ "X-Acme-User": "is not a user" }), { user: "till" }],
    ["credentials.clock", refusal({ "X-ACME-TIMESTAMP": "too old" }), { seconds: 400 }],
    ["credentials.refused", refusal({ Authorization: "the signature does not match" }), { status: 401 }],
    ["credentials.refused", refusal({ "X-Svc-User": "another vendor's header" }), { status: 401 }],
    ["credentials.refused", refusal("a text"), { status: 401 }],
    ["credentials.refused", refusal(null), { status: 401 }],
    ["credentials.not_allowed", refusal({ "X-Acme-User": "may not" }, 403), { status: 403 }],
  ])("is %s for the header that the service names", (finding, error, values) => {
    expect(serviceProblem(error, asked)).toEqual({ outcome: "failed", finding, values });
  });

  it.each<[TryAgainCause, string]>([
    ["network", "service.unreachable"],
    ["tls", "service.tls"],
    ["timeout", "service.timeout"],
    ["redirect", "service.redirect"],
    ["unreadable", "service.not_the_service"],
    ["busy", "service.broken"],
    ["service", "service.broken"],
  ])("after a failure of kind %s is %s, with the requested host", (because, finding) => {
    const error: ApiError = {
      ...{ kind: "try_again", because, status: null, detail: "ECODE", retryAfterMs: null, answer: null },
    };
    expect(serviceProblem(error, asked)).toMatchObject({ finding, values: { host: "pay.example:8443" } });
  });

  it.each([406, 415])("is the media type when the service responds with %i", (status) => {
    const error: ApiError = { kind: "refused", status, body: null, answer: { ...answer, status } };
    expect(serviceProblem(error, asked)).toMatchObject({ finding: "service.media_type", values: { status } });
  });

  it("is not shown for a refusal, which concerns the request itself", () => {
    expect(serviceProblem({ kind: "refused", status: 404, body: null, answer }, asked)).toBeNull();
  });
});
