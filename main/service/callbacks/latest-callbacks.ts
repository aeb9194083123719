/** The callbacks that were taken in last: services repeat what they are not sure of, in bursts. */
import type { IncomingMessage } from "node:http";
import { vendorHeader } from "../../../contract/wire.ts";

/** So many digests are a few kilobytes; what is older is found in the database. */
const KEPT = 256;

/** By the digest of the body, as the signed header has it: only of requests that verified, and so have one that is right. */
export interface LatestCallbacks {
  has(request: IncomingMessage): boolean;
  /** When its message is on disk, and not before. */
  add(request: IncomingMessage): void;
}

/** Begins with none. @param vendor of the header's name (G26) */
export function latestCallbacks(vendor: string): LatestCallbacks {
  const header = vendorHeader(vendor, "Content-Digest").toLowerCase();
  const kept = new Set<unknown>();
  return {
    has: ({ headers }) => kept.has(headers[header]),
    add({ headers }) {
      kept.add(headers[header]);
      const [oldest] = kept;
      if (kept.size > KEPT) kept.delete(oldest);
    },
  };
}
