/** Where a scanned text goes. Pure. */
import { ID_PATTERN, MAX_TID_LENGTH, TOKEN_PATTERN } from "../../../contract/identifiers.ts";

export type ScanRoute =
  /** The customer's own code: they are who pays */
  | { kind: "customer"; token: string }
  /** May be a payment of this till: its `posTid`, its number, or the code of a receipt that ends in one of them */
  | { kind: "lookup"; reference: string }
  | { kind: "unknown" };

/** Sorts a scanned text. Whether a reference exists is main's to say. */
export function routeScan(text: string): ScanRoute {
  const scanned = text.trim();
  if (TOKEN_PATTERN.test(scanned)) return { kind: "customer", token: scanned };
  const reference = /^https?:\/\//i.test(scanned) ? lastSegment(scanned) : scanned;
  const possible = reference.length <= MAX_TID_LENGTH && ID_PATTERN.test(reference);
  return possible ? { kind: "lookup", reference } : { kind: "unknown" };
}

function lastSegment(link: string): string {
  const path = link.replace(/[?#].*$/, "").replace(/\/+$/, "");
  return path.slice(path.lastIndexOf("/") + 1);
}
