import { describe, expect, it } from "vitest";
import { exchangeProblem } from "../../../../../main/payments/exchanges/exchange-problem.ts";

describe("the problem of a stored exchange", () => {
  it.each([
    [204, null, null],
    [null, null, null],
    [null, "ECONNRESET", "service_cut"],
    [null, "UND_ERR_SOCKET", "service_cut"],
    [null, "ENOTFOUND", "service_unreachable"],
    [null, "UND_ERR_CONNECT_TIMEOUT", "service_timeout"],
    [null, "DEPTH_ZERO_SELF_SIGNED_CERT", "service_not_proven"],
    [null, "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "service_certificate"],
    [null, "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE", "service_tls_refused"],
    [null, "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "service_old_tls"],
    [200, "not JSON", "service_unreadable"],
    [200, "amount: invalid_type", "service_unreadable"],
    [200, "UND_ERR_BODY_TIMEOUT", "service_timeout"],
    [200, "UND_ERR_RES_EXCEEDED_MAX_SIZE", "service_unreadable"],
    [302, "redirect", "service_redirect"],
    [429, "busy", "service_busy"],
    [503, "service", "service_trouble"],
    [401, null, "service_credentials"],
    [404, null, "service_not_found"],
    [418, null, "service_refused_it"],
  ] as const)("of %s, %s is reported as %s", (status, problem, code) => {
    expect(exchangeProblem({ kind: "request", status, problem })?.code ?? null).toBe(code);
  });

  it("is empty for a callback", () => {
    expect(exchangeProblem({ kind: "callback", status: null, problem: null })).toBeNull();
  });
});
