/** For tests with a sandbox: the customer's phone, a signing merchant client, and a callback receiver. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Agent, type Headers, fetch as request } from "undici";
import type { ScanResult } from "../../sandbox/flows/scanning.ts";
import type { PermissionView, PhoneState, RequestView } from "../../sandbox/phone/views.ts";
import type { Credentials } from "../../sandbox/provision.ts";
import type { Sandbox } from "../../sandbox/service.ts";

/** Sufficient funds, no restrictions. */
export const KARI = "4791234567";
/** Pays by credit. */
export const OLA = "4798765432";
/** Has 10.00 left. */
export const INGRID = "4790000001";
/** 100.00 per payment, 150.00 per day. */
export const MADS = "4790000002";
/** 50.00 in 30 days. */
export const AMINA = "4790000003";
/** A child. */
export const NORA = "4790000004";

/** The customer's phone: the actions of its page, through the same API. */
export interface Phone {
  scan(link: string, customer?: string): Promise<ScanResult>;
  /** With `scopes`: shares only these of the requested scopes */
  approve(tid: string, options?: { tip?: number; customer?: string; scopes?: string[] }): Promise<void>;
  reject(tid: string, customer?: string): Promise<void>;
  /** @param scopes the shared scopes; all requested by default */
  grant(rid: string, customer?: string, scopes?: string[]): Promise<void>;
  decline(rid: string, customer?: string): Promise<void>;
  state(customer?: string): Promise<PhoneState>;
  /** Resolves when a payment request (that matches the filter, if given) is on the phone. */
  request(fits?: (request: RequestView) => boolean, customer?: string): Promise<RequestView>;
  /** Resolves when a data request is on the phone. */
  permission(customer?: string): Promise<PermissionView>;
}

/** Thrown when the phone's API refuses; the message contains status and body. */
export class PhoneError extends Error {
  readonly status: number;
  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
  }
}

/** Returns the phone of a customer of this sandbox. */
export function phone(sandbox: Pick<Sandbox, "phoneUrl">, owner = KARI): Phone {
  const api = `${sandbox.phoneUrl}/api`;

  async function call<T>(path: string, body?: object): Promise<T> {
    const options = body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${api}/${path}`, options);
    const text = await response.text();
    if (!response.ok) throw new PhoneError(response.status, text);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  const state = (customer = owner) => call<PhoneState>(`state?customer=${customer}`);

  /** Checks immediately, and again at every change event of the service. */
  async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const stop = new AbortController();
    const events = await fetch(`${api}/events`, { signal: stop.signal });
    try {
      for await (const _change of events.body ?? []) {
        const found = await look();
        if (found !== undefined) return found;
      }
      throw new Error("the sandbox was closed");
    } finally {
      stop.abort();
    }
  }

  return {
    scan: (link, customer = owner) => call("scan", { link, customer }),
    approve: (tid, { tip, customer = owner, scopes } = {}) =>
      call(`requests/${tid}/approve`, { customer, scopes, ...(tip === undefined ? {} : { additionalAmount: tip }) }),
    reject: (tid, customer = owner) => call(`requests/${tid}/reject`, { customer }),
    grant: (rid, customer = owner, scopes) => call(`permissions/${rid}/grant`, { customer, scopes }),
    decline: (rid, customer = owner) => call(`permissions/${rid}/decline`, { customer }),
    state,
    request: (fits = () => true, customer = owner) => until(async () => (await state(customer)).requests.find(fits)),
    permission: (customer = owner) => until(async () => (await state(customer)).permissions[0]),
  };
}

/** Makes the sandbox answer the next `times` outcome requests with this body. */
export function answerOutcome({ sandbox }: { sandbox: Pick<Sandbox, "faults"> }, body: object, times: number): void {
  const json = { contentType: "application/json", body: JSON.stringify(body) };
  sandbox.faults.add({ effect: "answer", kind: "OUTCOME", times, status: 200, ...json });
}

/** Untyped JSON: tests inspect it, and fail on another shape. */
// biome-ignore lint/suspicious/noExplicitAny: untyped JSON: the test asserts its shape
export type Answered = any;

/** A parsed response. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Answered;
}

/** Returns the id of the created object, in any dialect (4.1 rule 2). */
export function createdId({ status, headers }: Answer): string {
  if (status !== 201 && status !== 200) throw new Error(`the create failed: ${status}`);
  return headers.get("location")?.split("/").at(-2) ?? "";
}

/** An outgoing request. */
export interface Sent {
  headers: Record<string, string>;
  body: string | undefined;
  url: string;
}

/** Changes to the client's default request. */
export interface RequestChanges {
  headers?: Record<string, string | null>;
  /** Changes made after signing */
  afterSigning?: (signed: Sent) => Partial<Sent>;
  scheme?: "RSA-SHA256" | "SECRET";
  /** Raw body instead of JSON */
  raw?: string;
  /** Timestamp in milliseconds since the epoch */
  now?: number;
}

/** A small, strict merchant client with its own signer: the third implementation that must agree (5.4). */
export interface MerchantClient {
  credentials: Credentials;
  send(method: string, path: string, body?: unknown, twist?: RequestChanges): Promise<Answer>;
  get(path: string, twist?: RequestChanges): Promise<Answer>;
  post(path: string, body: unknown, twist?: RequestChanges): Promise<Answer>;
  put(path: string, body: unknown, twist?: RequestChanges): Promise<Answer>;
  delete(path: string, twist?: RequestChanges): Promise<Answer>;
}

/** One connection per request: a restarted sandbox on the same port must not receive an old connection. */
const oneShot = new Agent({ pipelining: 0 });

/** Creates a client with these credentials; signs unless told to use the secret. */
export function merchantClient(
  credentials: Credentials,
  common: RequestChanges = {},
  dispatcher = oneShot,
): MerchantClient {
  const prefix = `X-${credentials.vendor.charAt(0).toUpperCase()}${credentials.vendor.slice(1)}-`;

  async function send(method: string, path: string, body?: unknown, own: RequestChanges = {}): Promise<Answer> {
    const changes = { ...common, ...own, headers: { ...common.headers, ...own.headers } };
    const url = path.startsWith("/merchant/v1/")
      ? credentials.baseUrl + path
      : `${credentials.baseUrl}/merchant/v1${path}`;
    const text = changes.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers: Record<string, string> = {
      [`${prefix}Merchant`]: credentials.merchant,
      [`${prefix}User`]: credentials.user,
      [`${prefix}Timestamp`]: new Date(changes.now ?? Date.now()).toISOString().slice(0, 19).replace("T", " "),
      [`${prefix}Content-Digest`]: `SHA256=${createHash("sha256")
        .update(text ?? "")
        .digest("base64")}`,
      ...(credentials.testbedToken === null ? {} : { "X-Testbed-Token": credentials.testbedToken }),
      ...(text === undefined ? {} : { "Content-Type": "application/json" }),
      Accept: `application/vnd.${credentials.mediaType}.api.merchant.v1+json`,
    };
    for (const [name, value] of Object.entries(changes.headers)) {
      if (value === null) delete headers[name];
      else headers[name] = value;
    }
    headers.Authorization ??=
      changes.scheme === "SECRET" ? `SECRET ${credentials.secret}` : rsa(credentials, prefix, method, url, headers);
    if (changes.headers.Authorization === null) delete headers.Authorization;
    const signed: Sent = { headers, body: text, url };
    const sent = { ...signed, ...changes.afterSigning?.(signed) };
    const response = await request(sent.url, {
      method,
      headers: sent.headers,
      body: sent.body ?? null,
      redirect: "manual",
      dispatcher,
    });
    const answered = await response.text();
    return { status: response.status, headers: response.headers, text: answered, body: readJson(answered) };
  }

  return {
    credentials,
    send,
    get: (path, twist) => send("GET", path, undefined, twist),
    post: (path, body, twist) => send("POST", path, body, twist),
    put: (path, body, twist) => send("PUT", path, body, twist),
    delete: (path, twist) => send("DELETE", path, undefined, twist),
  };
}

export interface Received {
  body: {
    meta: { id: string; event: string; uri: string | null; seqno: number; timestamp: string };
    object?: Record<string, unknown>;
  };
  headers: IncomingMessage["headers"];
  /** Whether its signature is valid for the registered address (5.5, G20) */
  genuine: boolean;
}

/** Receives callbacks. Its `answer` can be changed at any time. */
export interface Receiver extends AsyncDisposable {
  url: string;
  received: Received[];
  answer: { status: number; body: string };
  /** Received events in order */
  events(): string[];
}

/** Starts a receiver on loopback, over http or with a certificate over https. */
export async function callbackReceiver(
  sandbox: Pick<Sandbox, "callbackPublicKeyPem">,
  tls: { cert: string; key: string } | null = null,
): Promise<Receiver> {
  const received: Received[] = [];
  const answer = { status: 200, body: "" };
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const url = receiver.url.replace(/\/hook$/, request.url ?? "");
    const genuine = isGenuine(sandbox.callbackPublicKeyPem, url, request.headers, raw);
    received.push({ body: JSON.parse(raw.toString()), headers: request.headers, genuine });
    response.writeHead(answer.status).end(answer.body);
  };
  const server: Server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    received,
    answer,
    events: () => received.map(({ body }) => body.meta.event),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function rsa(
  credentials: Credentials,
  prefix: string,
  method: string,
  url: string,
  headers: Record<string, string>,
): string {
  const pairs = Object.entries(headers)
    .filter(([name]) => name.toUpperCase().startsWith(prefix.toUpperCase()))
    .map(([name, value]) => `${name.toUpperCase()}=${value}`)
    .sort();
  const text = `${method}|${url}|${pairs.join("&")}`;
  const key = createPrivateKey(credentials.privateKeyPem ?? "");
  return `RSA-SHA256 ${sign("sha256", Buffer.from(text), key).toString("base64")}`;
}

function isGenuine(publicKeyPem: string, url: string, headers: IncomingMessage["headers"], raw: Buffer): boolean {
  const pairs = Object.entries(headers)
    .filter(([name]) => name.startsWith("x-svc-"))
    .map(([name, value]) => `${name.toUpperCase()}=${value}`)
    .sort();
  const digest = `SHA256=${createHash("sha256").update(raw).digest("base64")}`;
  const signature = Buffer.from(String(headers.authorization).replace("RSA-SHA256 ", ""), "base64");
  const text = Buffer.from(`POST|${url}|${pairs.join("&")}`);
  return headers["x-svc-content-digest"] === digest && verify("sha256", text, createPublicKey(publicKeyPem), signature);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
