/** The callbacks stored most recently: services resend callbacks in bursts. */
import type { IncomingMessage } from "node:http";
import { vendorHeader } from "../../../contract/wire/wire.ts";

/** A few kilobytes of digests; older callbacks are found in the database. */
const MAX_DIGESTS = 256;

/** Keyed by the signed digest header. Only for verified requests, whose digest is correct. */
export type LatestCallbacks = ReturnType<typeof latestCallbacks>;

/** Remembers the digests of the latest callbacks, to recognise repeats. */
export function latestCallbacks(vendor: string) {
  const header = vendorHeader(vendor, "Content-Digest").toLowerCase();
  const digests = new Set<unknown>();
  return {
    has: ({ headers }: IncomingMessage) => digests.has(headers[header]),
    /** Call only after the message is on disk. */
    add({ headers }: IncomingMessage) {
      digests.add(headers[header]);
      const [oldest] = digests;
      if (digests.size > MAX_DIGESTS) digests.delete(oldest);
    },
  };
}
