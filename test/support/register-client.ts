/** Cash registers: their identities in tests, and their HTTP requests to a till. */
import type { RunningTill } from "../../main/app/context.ts";

export interface RegisterAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: untyped JSON: the test asserts its shape
  body: any;
}

export interface Register {
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<RegisterAnswer>;
  get(path: string): Promise<RegisterAnswer>;
  delete(path: string): Promise<RegisterAnswer>;
}

/** Returns a key as the shop makes one. */
export const keyOf = (name: string) => `${name}-`.padEnd(40, "k");

const ALL = ["sell", "capture", "refund", "read"];

/** Registers of a till from {@link createTillWithRegisters}. */
export const REGISTERS = [
  { name: "Register A", key: keyOf("a"), rights: ALL },
  { name: "Register B", key: keyOf("b"), rights: ALL, refundLimit: 5000 },
  { name: "Seller", key: keyOf("seller"), rights: ["sell"] },
  { name: "Reader", key: keyOf("reader"), rights: ["read"] },
];

/** Returns a client for a register by its key. @param send replaces `fetch`, to lose requests and responses */
export function registerAt(
  { till }: { till: Pick<RunningTill, "registersUrl"> },
  key: string,
  send: typeof fetch = fetch,
): Register {
  const ask = async (path: string, init: RequestInit): Promise<RegisterAnswer> => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const answer = await send(`${till.registersUrl()}${path}`, { ...init, headers });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
  return {
    get: (path) => ask(`/api/v1${path}`, {}),
    delete: (path) => ask(`/api/v1${path}`, { method: "DELETE" }),
    post: (path, body, headers = {}) =>
      ask(`/api/v1${path}`, {
        method: "POST",
        ...(body !== undefined && { body: JSON.stringify(body) }),
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      }),
  };
}
