/**
 * Customer data shared with consent. Views never contain tokens or national ids, and mask all other claims.
 * `permission.reveal` returns one claim unmasked and writes a journal entry.
 */

import type { Operation, QrCode } from "../calls/operations.ts";
import type { Reason } from "../reasons/reasons.ts";
import type { CustomerLanguage } from "../values/customer-language.ts";
import type { ReceiptMail } from "./mail.ts";

/** Scopes (specification 2.4, 4.1). An empty list requests only a token for a later payment. */
export const SCOPES = [
  "address",
  "bankid",
  "email",
  "fodselsnummer",
  "openid",
  "phone",
  "profile",
  "shipping_address",
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes that the service grants only together with `openid` (4.1). */
const WITH_OPENID: ReadonlySet<Scope> = new Set<Scope>(["address", "email", "phone"]);

/** Returns the scopes to request: some scopes also need `openid`. */
export function wireScopes(scopes: readonly Scope[]): Scope[] {
  const needsOpenid = scopes.some((scope) => WITH_OPENID.has(scope)) && !scopes.includes("openid");
  return needsOpenid ? ["openid", ...scopes] : [...scopes];
}

/** Parses the service's scope text into distinct scopes. Returns null when a scope is unknown. */
export function readScopes(text: string): Scope[] | null {
  const words = [...new Set(text.split(" ").filter((word) => word !== ""))];
  const knownScopes = words.flatMap((word) => SCOPES.filter((scope) => scope === word));
  return knownScopes.length === words.length ? knownScopes : null;
}

/**
 * - `draft`: the code is shown, the customer is unknown
 * - `queued`: not yet at the service
 * - `waiting`: the customer has been asked
 * - `granted`: fully or in part
 * - `aborted`: the till discards late answers unread
 * - `attention`: needs a person
 */
export const PERMISSION_PHASES = [
  "draft",
  "queued",
  "waiting",
  "granted",
  "declined",
  "expired",
  "aborted",
  "attention",
] as const;
export type PermissionPhase = (typeof PERMISSION_PHASES)[number];

/** `sale`: the sale ended · `asked`: a user asked for it · `unreadable`: the data can no longer be decrypted. */
export const ERASURE_REASONS = ["sale", "deadline", "asked", "unreadable"] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

const OPEN: ReadonlySet<PermissionPhase> = new Set<PermissionPhase>(["draft", "queued", "waiting"]);

export function isPermissionOpen(phase: PermissionPhase): boolean {
  return OPEN.has(phase);
}

export type PermissionStep = "abort" | "reveal" | "forget";

export const MAX_SCOPE_TEXT = 150;
export const MAX_KEEP_DAYS = 30;
/** Maximum retention "until the end of the sale", in ms. The limit applies when no further sale starts. */
export const MAX_SALE_RETENTION_MS = 3_600_000;

export interface Permission {
  /** The request's `pos_tid`, or the payment's when combined */
  posTid: string;
  /** True if a payment carried the request; customer, code and expiry are then the payment's */
  combined: boolean;
  rid: string | null;
  scope: Scope[];
  preset: string | null;
  purpose: string;
  termsUrl: string | null;
  text: string | null;
  phase: PermissionPhase;
  /** The service's status and code (G16); null before the first status */
  status: string | null;
  statusCode: number | null;
  qr: QrCode | null;
  /** When the till stops showing the code; null without a code */
  codeUntil: string | null;
  /** Masked: `•••5090` */
  customer: string | null;
  granted: string[];
  /** Masked, by scope and claim name. A national id yields only `over_18` (`yes`, `no`), `source`, `verified_at` */
  claims: Partial<Record<Scope, Record<string, string>>>;
  /** Granted, and the claims are still being fetched */
  reading: boolean;
  /** Granted claims that could not be fetched, and why */
  unread: { scope: string; because: Reason }[];
  /** True if its token can be used as the `customer` of a payment: `{kind: "permission", value: posTid}` */
  usable: boolean;
  deadline: string | null;
  /** 0: until the end of the sale */
  keepDays: number;
  /** Names of the erased claims (never values), when and why; null: none erased */
  erased: { at: string; because: ErasureReason; claims: string[] } | null;
  /** The service's fee, in minor units */
  fee: { amount: number; currency: string } | null;
  mail: ReceiptMail | null;
  createdAt: string;
  modifiedAt: string;
  /** Increases with every change. The state with the larger revision is newer, regardless of clocks */
  revision: number;
  operations: Operation[];
  /** Why a person must act, in English; null: no action needed */
  attention: string | null;
  attentionReason: Reason | null;
  steps: PermissionStep[];
}

/** Returns the requested scopes that were not shared or fetched. `openid` counts only when requested alone. */
export function missingScopes({ scope, granted, unread, reading }: Permission): Scope[] {
  const unreadScopes = reading ? [] : unread.map((unreadEntry) => unreadEntry.scope);
  const requestedScopes = scope.filter((requestedScope) => requestedScope !== "openid" || scope.length === 1);
  return requestedScopes.filter(
    (requestedScope) => !granted.includes(requestedScope) || unreadScopes.includes(requestedScope),
  );
}

export interface PermissionPage {
  items: Permission[];
  next: string | null;
}

export interface PermissionPreset {
  id: string;
  name: string;
  scope: Scope[];
  texts: Record<CustomerLanguage, string>;
  purpose: string;
  /** 0: until the end of the sale; at most {@link MAX_KEEP_DAYS} */
  keepDays: number;
  /** Address of the terms for requests without a payment (4.1) */
  termsUrl?: string | undefined;
}

export interface PermissionPresets {
  items: PermissionPreset[];
}

/** `confirmed`: the printer reported success. `html`: a page for the window to print or save. */
export type ShippingLabel = { as: "print"; confirmed: boolean } | { as: "pdf"; html: string };
