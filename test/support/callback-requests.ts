/** Creates callback requests to the till, signed with the service's key or forged. */
import { createHash, sign } from "node:crypto";
import { connect } from "node:net";
import { Agent, request } from "undici";
import { throwawayKeyPair } from "../../sandbox/keys.ts";
import type { TestTill } from "./test-till.ts";

export interface CallbackRequest {
  url: string;
  body: Buffer;
  /** Names and values in sending order; names may repeat */
  headers: [string, string][];
}

export interface SignOptions {
  /** Address or method to sign instead of the real one */
  url?: string;
  method?: string;
  at: number;
}

/** Returns the callback address that the till registers with its payment requests. */
export function callbackUri({ sandbox }: Pick<TestTill, "sandbox">): string {
  const uri = sandbox.payments().find((payment) => payment.request.callback_uri)?.request.callback_uri;
  if (!uri) throw new Error("no payment has a callback_uri yet");
  return uri;
}

/** Returns a message signed by the service. In-memory sandboxes of one process share the key. */
export function signedCallback(url: string, message: object | string, options: SignOptions): CallbackRequest {
  const body = Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
  const headers: [string, string][] = [
    ["X-Svc-Content-Digest", `SHA256=${createHash("sha256").update(body).digest("base64")}`],
    ["X-Svc-Merchant", "T001"],
    ["X-Svc-Timestamp", new Date(options.at).toISOString().slice(0, 19).replace("T", " ")],
  ];
  const pairs = headers.map(([name, value]) => `${name.toUpperCase()}=${value}`).join("&");
  const text = `${options.method ?? "POST"}|${options.url ?? url}|${pairs}`;
  const signature = sign("sha256", Buffer.from(text), throwawayKeyPair("service").privateKey).toString("base64");
  return { url, body, headers: [...headers, ["Authorization", `RSA-SHA256 ${signature}`]] };
}

export function unsignedCallback(
  url: string,
  message: object | string,
  contentType = "application/json",
): CallbackRequest {
  const body = Buffer.from(typeof message === "string" ? message : JSON.stringify(message));
  return { url, body, headers: [["Content-Type", contentType]] };
}

/** Sends a message byte for byte. @returns the status; 0 when the connection ended without a response */
export async function deliver({ url, body, headers }: CallbackRequest): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n`;
  const length = `Content-Length: ${body.length}\r\n\r\n`;
  return statusOf(Number(port), Buffer.concat([Buffer.from(head + lines + length, "latin1"), body]));
}

/** Writes bytes to a local port. @returns the response's status; 0 without a response */
export function statusOf(port: number, bytes: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0)));
  });
}

/**
 * Sends the same message many times in parallel, over as many connections as the receiver accepts. @returns the
 * statuses
 */
export async function deliverMany({ url, body, headers }: CallbackRequest, times: number): Promise<number[]> {
  const agent = new Agent({ connections: 40, pipelining: 1 });
  try {
    const post = async () => {
      const answer = await request(url, { method: "POST", headers: headers.flat(), body, dispatcher: agent });
      await answer.body.dump();
      return answer.statusCode;
    };
    return await Promise.all(Array.from({ length: times }, post));
  } finally {
    await agent.destroy();
  }
}
