/**
 * Customer data, with the customer's consent: what is asked for, what was granted, and for how long it is kept. The
 * commands' rows are in `permissions-commands.ts`. No token and no national id is ever in a view, and every other claim
 * is masked: one is read, on purpose and in the journal, by `permission.reveal`.
 */
import type { CustomerLanguage } from "./customer-language.ts";
import type { ReceiptMail } from "./mail.ts";
import type { Operation, QrCode } from "./operations.ts";
import type { Reason } from "./reasons.ts";

/** What a customer can be asked for (specification 2.4, 4.1). None of them: a token alone, to be paid with later. */
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

/** Scopes that the service grants with `openid` alone (4.1): where one is asked for, that is, too. */
const WITH_OPENID: ReadonlySet<Scope> = new Set<Scope>(["address", "email", "phone"]);

/** What goes to the service to be granted these. */
export function wireScopes(scopes: readonly Scope[]): Scope[] {
  const needsOpenid = scopes.some((scope) => WITH_OPENID.has(scope)) && !scopes.includes("openid");
  return needsOpenid ? ["openid", ...scopes] : [...scopes];
}

/** The scopes in a text of the service's, each once; null: there is one that this till does not know. */
export function readScopes(text: string): Scope[] | null {
  const words = [...new Set(text.split(" ").filter((word) => word !== ""))];
  const known = words.flatMap((word) => SCOPES.filter((scope) => scope === word));
  return known.length === words.length ? known : null;
}

/**
 * `draft`: a code is shown, and no customer is known yet · `queued`: the service has yet to take it · `waiting`: the
 * customer is asked · `granted`, also in part (`granted` says what) · `declined` · `expired` · `aborted`: the till has
 * stopped waiting, and an answer that still comes is thrown away unread · `attention`: a person must look
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

/** Why what was kept is kept no more: its sale is over, its time is, a person said so, or it cannot be opened any more. */
export const ERASED_BECAUSE = ["sale", "deadline", "asked", "unreadable"] as const;
export type ErasedBecause = (typeof ERASED_BECAUSE)[number];

/** Phases in which an answer may still come. */
const OPEN: ReadonlySet<PermissionPhase> = new Set<PermissionPhase>(["draft", "queued", "waiting"]);

/** Whether an answer may still come. */
export function isPermissionOpen(phase: PermissionPhase): boolean {
  return OPEN.has(phase);
}

/** What a person may do with a permission now. */
export type PermissionStep = "abort" | "reveal" | "forget";

/** Longest text that a customer is asked with (G4, `required_scope_text`). */
export const MAX_SCOPE_TEXT = 150;
/** The longest that anything of a customer is kept, in days. */
export const MAX_KEEP_DAYS = 30;
/** What is kept until the end of the sale is kept so long at the most, in ms: there may be no next one. */
export const SALE_LASTS_AT_MOST_MS = 3_600_000;

export interface Permission {
  /** Of the request; that of the payment where the two are one */
  posTid: string;
  /** Whether a payment asked for it (`required_scope`): its customer, code and end are the payment's */
  combined: boolean;
  /** The service's id of the request; null: it has given none */
  rid: string | null;
  scope: Scope[];
  /** The id of the preset that it was asked by; null: by none */
  preset: string | null;
  /** What it is for, in the shop's words; empty: nothing was said */
  purpose: string;
  /** Where its customer reads on what terms; null: nowhere */
  termsUrl: string | null;
  /** What the customer is asked with */
  text: string | null;
  phase: PermissionPhase;
  /** The service's own word and code (G16); null while it has said nothing */
  status: string | null;
  statusCode: number | null;
  qr: QrCode | null;
  /** Until when the till shows its code; null without a code */
  codeUntil: string | null;
  /** Masked: `•••5090` */
  customer: string | null;
  /** Which of `scope` the customer granted */
  granted: string[];
  /** By scope, and by the service's name of each claim: masked. Of a national id: `over_18` (`yes`, `no`), `source`, `verified_at` */
  claims: Partial<Record<Scope, Record<string, string>>>;
  /** Granted, and still being read */
  reading: boolean;
  /** What was granted and could not be read, and why */
  unread: { scope: string; because: Reason }[];
  /** Whether its token can be the `customer` of a payment: `{kind: "permission", value: posTid}` */
  usable: boolean;
  /** When all of it is erased, at the latest; null: nothing is kept */
  deadline: string | null;
  /** 0: until the end of the sale */
  keepDays: number;
  /** What was erased (names, never values), when and why; null: nothing yet */
  erased: { at: string; because: ErasedBecause; claims: string[] } | null;
  /** What the service charges for it, in minor units */
  fee: { amount: number; currency: string } | null;
  /** The latest receipt that goes, or went, to the address that was shared; null: none */
  mail: ReceiptMail | null;
  createdAt: string;
  modifiedAt: string;
  /** Grows with every change that main makes: of two states of a request, the one with the larger number is newer, whatever the clocks say */
  revision: number;
  operations: Operation[];
  /** Why a person must look, in English; null when nobody must */
  attention: string | null;
  attentionReason: Reason | null;
  steps: PermissionStep[];
}

/** What was asked for, and not shared or not read. `openid` says nothing by itself where it went with others. */
export function missing({ scope, granted, unread, reading }: Permission): Scope[] {
  const unreadScopes = reading ? [] : unread.map((one) => one.scope);
  const asked = scope.filter((one) => one !== "openid" || scope.length === 1);
  return asked.filter((one) => !granted.includes(one) || unreadScopes.includes(one));
}

export interface PermissionPage {
  items: Permission[];
  next: string | null;
}

/** What a shop asks its customers for again and again. */
export interface PermissionPreset {
  id: string;
  /** For the operator */
  name: string;
  scope: Scope[];
  /** What the customer is asked and why, in each language */
  texts: Record<CustomerLanguage, string>;
  /** For the journal, and whoever asks what the shop keeps it for */
  purpose: string;
  /** 0: until the end of the sale; at most {@link MAX_KEEP_DAYS} */
  keepDays: number;
  /** Where the customer reads on what terms, when they are asked by themselves and not with a payment (4.1) */
  termsUrl?: string | undefined;
}

export interface PermissionPresets {
  items: PermissionPreset[];
}

/**
 * What came of a shipping label. `print`: it came out, `confirmed` by the printer's own word, or the printer was believed;
 * `pdf`: a page of its own, which the window prints on paper or into a file
 */
export type ShippingLabel = { as: "print"; confirmed: boolean } | { as: "pdf"; html: string };

export interface PermissionValues {
  "permission.presets.get": PermissionPresets;
  "permission.presets.set": PermissionPresets;
  "permission.request": Permission;
  "permission.get": Permission;
  "permission.list": PermissionPage;
  "permission.abort": Permission;
  "permission.reveal": { value: string };
  "customer.label": ShippingLabel;
  "receipt.mail": Permission;
  /** The names of what was erased */
  "customer.forget": { erased: string[] };
}
