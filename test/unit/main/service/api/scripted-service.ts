/** A scripted service: a real HTTP server on loopback that sends the test's responses and records its requests. */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import type { PaymentRequestInput } from "../../../../../contract/wire/wire.ts";
import { type ApiClient, type ApiClientOptions, createApiClient } from "../../../../../main/service/api/client.ts";
import { createManualClock, type ManualClock } from "../../../../support/clock.ts";

const vectors = new URL("../../../../vectors/", import.meta.url);

/** A file of `test/vectors/`. */
export function vectorFile(name: string): string {
  return readFileSync(new URL(name, vectors), "utf8");
}

export interface SignatureVector {
  name: string;
  key: string;
  vendor: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  digest: string;
  message: string;
  signature: string;
}

/** Signatures by OpenSSL; see `test/vectors/make.sh`. */
export const signatures: SignatureVector[] = JSON.parse(vectorFile("signatures.json"));

export const strongKey = createPrivateKey(vectorFile("strong.pem"));

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

export type Script = (asked: ReceivedRequest, answer: ServerResponse, count: number) => void;

export interface ScriptedService extends AsyncDisposable {
  client: ApiClient;
  clock: ManualClock;
  baseUrl: string;
  asked: ReceivedRequest[];
}

export interface ScriptedServiceOptions {
  service?: Partial<ApiClientOptions["service"]>;
  credentials?: ApiClientOptions["credentials"];
  timeouts?: ApiClientOptions["timeouts"];
  log?: ApiClientOptions["log"];
  /** Appended to the service's address */
  prefix?: string;
  tls?: ServerOptions;
}

/** A scripted service and its client. The clock is stopped, and the service's `Date` matches it. */
export async function createScriptedService(
  script: Script,
  options: ScriptedServiceOptions = {},
): Promise<ScriptedService> {
  const clock = createManualClock();
  const asked: ReceivedRequest[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const seen = { method, url, headers, body: Buffer.concat(chunks) };
    asked.push(seen);
    response.setHeader("Date", new Date(clock.now()).toUTCString());
    script(seen, response, asked.length);
  };
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const scheme = options.tls ? "https" : "http";
  const baseUrl = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}${options.prefix ?? ""}`;
  const client = createApiClient({
    service: {
      baseUrl,
      vendor: "svc",
      merchant: "shop",
      user: "till-1",
      integrator: null,
      testbedToken: null,
      ...options.service,
    },
    credentials: options.credentials ?? { scheme: "RSA-SHA256", privateKey: strongKey },
    clock,
    timeouts: options.timeouts,
    log: options.log,
  });
  return {
    client,
    clock,
    baseUrl,
    asked,
    async [Symbol.asyncDispose]() {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The body of a payment request. */
export const payment: PaymentRequestInput = {
  action: "SALE",
  allow_credit: true,
  amount: 1000,
  currency: "NOK",
  customer: null,
  pos_id: "p",
  pos_tid: "K7Q2-0142",
};

/** Answers with JSON. */
export function answerJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "Content-Type": "application/vnd.svc.api.merchant.v1+json", ...headers });
  response.end(JSON.stringify(value));
}
