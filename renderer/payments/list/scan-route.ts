import { ID_PATTERN, MAX_TID_LENGTH, TOKEN_PATTERN } from "../../../contract/values/identifiers.ts";

export type ScanRoute =
  /** The code of a paying customer */
  | { kind: "customer"; token: string }
  /** Possibly a payment of this till: `posTid`, number or receipt code */
  | { kind: "lookup"; reference: string }
  | { kind: "unknown" };

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
