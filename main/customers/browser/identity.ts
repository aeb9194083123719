/**
 * Identifies a person in the system's browser (G31): authorization code flow with PKCE, RFC 9207's issuer, state and
 * nonce. The id_token is verified with the service's key, and no token is kept. Returns the subject and, for linking, a
 * name and the end of a number for the owner.
 */
import type { KeyObject } from "node:crypto";
// biome-ignore lint/plugin/connections: over the transport of main/service/api/connections.ts
import * as openid from "openid-client";
import { failed, type Result } from "../../../contract/calls/errors.ts";
import type { ShownAccount } from "../../../contract/people/staff-phones.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { isLoopback } from "../../../contract/values/identifiers.ts";
import type { Clock } from "../../lib/clock.ts";
import { verifyIdToken } from "../../service/api/id-token.ts";
import { createTransport, type Transport } from "../../service/api/transport.ts";
import { shownAccount } from "../mask.ts";
import { openLoopback } from "./loopback.ts";

export interface BrowserPorts {
  clock: Clock;
  serviceNow(): number;
  /** The service's address, which is also its issuer */
  issuer: string;
  ca: string | null;
  publicKey: KeyObject | null;
  application: { clientId: string; clientSecret: string };
  naming: boolean;
  page: string;
}

export type BrowserNews =
  | { is: "proven"; subject: string; account: ShownAccount | null }
  | { is: "failed"; because: Reason };

export interface BrowserQuestion {
  /** URL for the browser. It must not appear on a command line: any reader could answer first */
  url: string;
  answer: Promise<BrowserNews>;
  close(): void;
}

/** Starts the flow. Errors: `offline` if the service's metadata cannot be read. */
export async function askInBrowser(ports: BrowserPorts): Promise<Result<BrowserQuestion>> {
  const transport = createTransport({ ca: ports.ca });
  const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()];
  try {
    const config = await discover(ports, transport);
    const challenge = await openid.calculatePKCECodeChallenge(verifier);
    if (!isWebAddress(config.serverMetadata().authorization_endpoint))
      throw new TypeError("the address of the service's sign-in is not a web address");
    const loopback = await openLoopback(ports.clock, state, ports.page);
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: loopback.redirectUri,
      scope: ports.naming ? "openid profile phone" : "openid",
      code_challenge: challenge,
      code_challenge_method: "S256",
      state,
      nonce,
      // Another person may still be signed in in that browser.
      prompt: "login",
    });
    const answer = loopback.answer
      .then((redirectUrl) =>
        redirectUrl === null ? NOBODY : exchangeCode(ports, config, redirectUrl, { verifier, state, nonce }),
      )
      .catch(() => UNPROVEN)
      .finally(() => transport.close());
    return { ok: true, value: { url: url.href, answer, close: loopback.close } };
  } catch {
    // The service's error may be anything: the person can use the PIN.
    await transport.close();
    return failed("offline", { because: reasonFor("account_unavailable") });
  }
}

/** Allows only https, or a service on this machine, in the browser. */
function isWebAddress(address: string | undefined): boolean {
  const url = URL.parse(address ?? "");
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url));
}

const NOBODY: BrowserNews = { is: "failed", because: reasonFor("account_not_answered") };
const UNNAMED: BrowserNews = { is: "failed", because: reasonFor("account_unnamed") };
const UNPROVEN: BrowserNews = { is: "failed", because: reasonFor("account_unproven") };

function discover(
  { issuer, application: { clientId, clientSecret } }: BrowserPorts,
  transport: Transport,
): Promise<openid.Configuration> {
  // The transport itself allows plain http only to this machine.
  const execute = new URL(issuer).protocol === "http:" ? [openid.allowInsecureRequests] : [];
  return openid.discovery(new URL(issuer), clientId, {}, openid.ClientSecretBasic(clientSecret), {
    execute,
    [openid.customFetch]: (url, request) => fetchBy(transport, url, request),
    algorithm: "oauth2",
  });
}

async function fetchBy(transport: Transport, url: string, request: openid.CustomFetchOptions): Promise<Response> {
  const { method, headers, body } = request;
  const exchange = await transport.exchange({
    method: method === "POST" ? "POST" : "GET",
    url: new URL(url),
    headers,
    body: body === null || body === undefined ? null : new Uint8Array(await new Response(body).arrayBuffer()),
    signal: request.signal,
  });
  if ("failure" in exchange) throw new TypeError(`no answer: ${exchange.failure.code}`);
  const { status, headers: answered, body: bytes } = exchange.answer;
  return new Response(bytes === null ? null : new Uint8Array(bytes), { status, headers: answered });
}

async function exchangeCode(
  { publicKey, issuer, application, naming, serviceNow }: BrowserPorts,
  config: openid.Configuration,
  redirectUrl: URL,
  { verifier, state, nonce }: { verifier: string; state: string; nonce: string },
): Promise<BrowserNews> {
  if (redirectUrl.searchParams.get("error") === "access_denied")
    return { is: "failed", because: reasonFor("account_declined") };
  const tokens = await openid.authorizationCodeGrant(config, redirectUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const expected = { publicKey, issuer, audience: application.clientId, now: serviceNow(), nonce };
  const verdict = await verifyIdToken(tokens.id_token ?? "", expected);
  if (verdict.is === "unprovable") return { is: "failed", because: reasonFor("account_no_service_key") };
  if (verdict.is === "refused") return UNPROVEN;
  const { subject } = verdict;
  if (!naming) return { is: "proven", subject, account: null };
  const account = shownAccount(await openid.fetchUserInfo(config, tokens.access_token, subject));
  return account === null ? UNNAMED : { is: "proven", subject, account };
}
