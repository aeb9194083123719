/** The callbacks stored most recently: services resend callbacks in bursts. */
import type { IncomingMessage } from "node:http";
import { vendorHeader } from "../../../contract/wire/wire.ts";

/** A few kilobytes of digests; older callbacks are found in the database. */
const MAX_DIGESTS = 256;

/** Keyed by the signed digest header. Only for verified requests, whose digest is correct. */
export interface LatestCallbacks {
  has(request: IncomingMessage): boolean;
  /** Call only after the message is on disk. */
  add(request: IncomingMessage): void;
}

/** Remembers the digests of the latest callbacks, to recognise repeats. */
export function latestCallbacks(vendor: string): LatestCallbacks {
  const header = vendorHeader(vendor, "Content-Digest").toLowerCase();
  const digests = new Set<unknown>();
  return {
    has: ({ headers }) => digests.has(headers[header]),
    add({ headers }) {
      digests.add(headers[header]);
      const [oldest] = digests;
      if (digests.size > MAX_DIGESTS) digests.delete(oldest);
    },
  };
}
