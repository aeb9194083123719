/** A callback receiver on loopback that records messages and log lines, and requests to it. */
import { createPublicKey } from "node:crypto";
import { connect } from "node:net";
import { pino } from "pino";
import { request } from "undici";
import type { Message } from "../../../../../main/service/api/callback-message.ts";
import { contentDigest, sign, signatureMessage } from "../../../../../main/service/api/signing.ts";
import { type Receiver, type ReceiverOptions, startReceiver } from "../../../../../main/service/callbacks/receiver.ts";
import { TEST_EPOCH_MS } from "../../../../support/clock.ts";
import { strongKey } from "../api/scripted-service.ts";

export const secretPath = "0123456789abcdef0123456789abcdef";
export const body = Buffer.from('{"meta":{"id":"m-1","event":"payment_captured","uri":null}}');

export interface TestReceiver extends AsyncDisposable {
  receiver: Receiver;
  taken: [Message, string][];
  lines: string[];
  at: string;
}

export async function createTestReceiver(changes: Partial<ReceiverOptions> = {}): Promise<TestReceiver> {
  const accepted: [Message, string][] = [];
  const lines: string[] = [];
  const receiver = await startReceiver({
    listen: "127.0.0.1:0",
    tls: null,
    publicUrl: null,
    secretPath,
    vendor: "svc",
    publicKey: createPublicKey(strongKey),
    now: () => TEST_EPOCH_MS,
    log: pino({ level: "trace" }, { write: (line: string) => lines.push(line) }),
    onMessage: async (message, verdict) => {
      accepted.push([message, verdict]);
    },
    ...changes,
  });
  return {
    receiver,
    taken: accepted,
    lines,
    at: `http://127.0.0.1:${receiver.port}`,
    [Symbol.asyncDispose]: () => receiver.close(),
  };
}

export function signed(url: string, content: Buffer = body): Record<string, string> {
  const headers = { "X-Svc-Timestamp": "2026-03-02 10:00:00", "X-Svc-Content-Digest": contentDigest(content) };
  return { ...headers, Authorization: `RSA-SHA256 ${sign(signatureMessage("POST", url, headers, "svc"), strongKey)}` };
}

export async function post(url: string, headers: Record<string, string> = {}, content: Buffer | string = body) {
  const answer = await request(url, { method: "POST", headers, body: content });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** Writes bytes to a socket and returns the whole response after the server has closed it. */
export function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      received += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

/** A complete unsigned callback on its own connection. */
export function delivery(path: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
