import type { KeysFinding } from "../../../contract/configuration/keys.ts";
import type { Credentials } from "../../service/api/authentication.ts";
import { type ApiClient, type ApiClientOptions, createApiClient } from "../../service/api/client.ts";
import type { ApiError, ApiResult } from "../../service/api/errors.ts";
import { getMerchant } from "../../service/api/merchant.ts";
import { correctionFor } from "../../service/api/skew.ts";

export async function testAcceptance(
  options: Omit<ApiClientOptions, "credentials">,
  credentials: Credentials,
): Promise<KeysFinding[]> {
  return withClient({ ...options, credentials }, async (client) => {
    const answer = await getMerchant(client, options.service.merchant);
    const acceptanceFinding = findingOf(answer);
    return [
      acceptanceFinding,
      ...(acceptanceFinding.outcome === "ok" ? [] : clockFinding(client)),
      ...(credentials.scheme === "SECRET" && acceptanceFinding.outcome === "ok" ? [warning("refunds_need_key")] : []),
    ];
  });
}

/** A separate client, so that these requests do not affect the payments' connection state. */
export async function withClient<T>(options: ApiClientOptions, use: (client: ApiClient) => Promise<T>): Promise<T> {
  const client = createApiClient(options);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function findingOf(answer: ApiResult<unknown>): KeysFinding {
  if (answer.ok) return { outcome: "ok", finding: "accepted", values: {} };
  return { outcome: "failed", finding: findingFor(answer.error), values: { status: answer.error.status ?? 0 } };
}

export function findingFor(error: ApiError): KeysFinding["finding"] {
  if (error.kind === "credentials") return error.status === 401 ? "refused" : "not_allowed";
  if (error.kind === "refused") return error.status === 404 ? "merchant_unknown" : "unclear";
  if (error.kind === "invalid_input") return "unclear";
  if (error.because === "tls") return "insecure";
  return error.because === "network" || error.because === "timeout" ? "unreachable" : "unclear";
}

function clockFinding(client: ApiClient): KeysFinding[] {
  const skewMs = client.clockSkewMs();
  if (correctionFor(skewMs) === 0) return [];
  return [{ ...warning("clock"), values: { seconds: Math.round(Math.abs(skewMs) / 1000) } }];
}

export function warning(finding: KeysFinding["finding"], values: KeysFinding["values"] = {}): KeysFinding {
  return { outcome: "warning", finding, values };
}
