/** The `permission` table. The caller opens the transaction. */
import { z } from "zod";
import {
  ERASURE_REASONS,
  type ErasureReason,
  PERMISSION_PHASES,
  type PermissionPhase,
  readScopes,
  type Scope,
} from "../../contract/customers/permissions.ts";
import { packReason, type Reason, unpackReason } from "../../contract/reasons/reasons.ts";
import type { Database } from "../storage/database/database.ts";
import type { Claims } from "./records.ts";

export interface Unread {
  scope: Scope;
  because: Reason;
}

/** A stored request; `customer` and `claims` are masked. Times in ms since the epoch, amounts in minor units. */
export interface PermissionRow {
  posTid: string;
  sequence: number;
  combined: boolean;
  scope: Scope[];
  preset: string | null;
  purpose: string;
  text: string | null;
  keepDays: number;
  customer: string | null;
  qrText: string | null;
  codeUntil: number | null;
  rid: string | null;
  status: string | null;
  statusCode: number | null;
  phase: PermissionPhase;
  attention: Reason | null;
  granted: Scope[];
  toRead: Scope[];
  unread: Unread[];
  claims: Claims;
  sealed: Buffer | null;
  tokenUntil: number | null;
  answeredAt: number | null;
  deadline: number | null;
  sale: string | null;
  erasedAt: number | null;
  erasedBecause: ErasureReason | null;
  erased: string[];
  fee: number;
  feeCurrency: string | null;
  feeAt: number | null;
  askedBy: string | null;
  /** Expected in the id_token; null for a customer's request, set for an identity check of staff */
  nonce: string | null;
  termsUrl: string | null;
  createdAt: number;
  modifiedAt: number;
}

export type NewPermission = Pick<
  PermissionRow,
  | "posTid"
  | "combined"
  | "scope"
  | "preset"
  | "purpose"
  | "text"
  | "keepDays"
  | "customer"
  | "qrText"
  | "codeUntil"
  | "phase"
  | "askedBy"
  | "nonce"
  | "termsUrl"
>;

export type PermissionChange = Partial<
  Omit<PermissionRow, "posTid" | "sequence" | "combined" | "nonce" | "termsUrl" | "createdAt">
>;

export type PermissionRows = ReturnType<typeof permissionRows>;

type Column = string | number | Buffer | null;

const COLUMNS: Readonly<Record<keyof PermissionChange, string>> = {
  scope: "scope",
  preset: "preset",
  purpose: "purpose",
  text: "text",
  keepDays: "keep_days",
  customer: "customer",
  qrText: "qr_text",
  codeUntil: "code_until",
  rid: "rid",
  status: "status",
  statusCode: "status_code",
  phase: "phase",
  attention: "attention",
  granted: "granted",
  toRead: "to_read",
  unread: "unread",
  claims: "claims",
  sealed: "sealed",
  tokenUntil: "token_until",
  answeredAt: "answered_at",
  deadline: "deadline",
  sale: "sale",
  erasedAt: "erased_at",
  erasedBecause: "erased_because",
  erased: "erased",
  fee: "fee",
  feeCurrency: "fee_currency",
  feeAt: "fee_at",
  askedBy: "asked_by",
  modifiedAt: "modified_at",
};

const text = z.string().nullable();
const time = z.int().nullable();
const scopes = z.string().transform((words) => readScopes(words) ?? []);
const json = z.string().transform((content): unknown => JSON.parse(content));

/** Parses every column, so that an unknown value is an error. */
const STORED = z
  .object({
    pos_tid: z.string(),
    sequence: z.int(),
    combined: z.literal([0, 1]).transform(Boolean),
    scope: scopes,
    preset: text,
    purpose: z.string(),
    text,
    keep_days: z.int(),
    customer: text,
    qr_text: text,
    code_until: time,
    rid: text,
    status: text,
    status_code: z.int().nullable(),
    phase: z.enum(PERMISSION_PHASES),
    attention: z.string().transform(unpackReason).nullable(),
    granted: scopes,
    to_read: scopes,
    unread: json,
    claims: json,
    sealed: z.instanceof(Buffer).nullable(),
    token_until: time,
    answered_at: time,
    deadline: time,
    sale: text,
    erased_at: time,
    erased_because: z.enum(ERASURE_REASONS).nullable(),
    erased: json.pipe(z.array(z.string())),
    fee: z.int(),
    fee_currency: text,
    fee_at: time,
    asked_by: text,
    nonce: text,
    terms_url: text,
    created_at: z.int(),
    modified_at: z.int(),
  })
  .transform((row): PermissionRow => {
    const { pos_tid: posTid, keep_days: keepDays, qr_text: qrText, code_until: codeUntil, ...rest } = row;
    return {
      posTid,
      sequence: rest.sequence,
      combined: rest.combined,
      scope: rest.scope,
      preset: rest.preset,
      purpose: rest.purpose,
      text: rest.text,
      keepDays,
      customer: rest.customer,
      qrText,
      codeUntil,
      rid: rest.rid,
      status: rest.status,
      statusCode: rest.status_code,
      phase: rest.phase,
      attention: rest.attention,
      granted: rest.granted,
      toRead: rest.to_read,
      unread: rest.unread as Unread[],
      claims: rest.claims as Claims,
      sealed: rest.sealed,
      tokenUntil: rest.token_until,
      answeredAt: rest.answered_at,
      deadline: rest.deadline,
      sale: rest.sale,
      erasedAt: rest.erased_at,
      erasedBecause: rest.erased_because,
      erased: rest.erased,
      fee: rest.fee,
      feeCurrency: rest.fee_currency,
      feeAt: rest.fee_at,
      askedBy: rest.asked_by,
      nonce: rest.nonce,
      termsUrl: rest.terms_url,
      createdAt: rest.created_at,
      modifiedAt: rest.modified_at,
    };
  });

export function permissionRows(database: Database) {
  const rowsOf = (sql: string) => database.prepare<unknown[], Record<string, Column>>(sql);
  const byId = rowsOf("SELECT * FROM permission WHERE pos_tid = ?");
  const byRid = rowsOf("SELECT * FROM permission WHERE rid = ?");
  const byPhase = rowsOf("SELECT * FROM permission WHERE phase = ? ORDER BY sequence");
  const atService = rowsOf(
    `SELECT * FROM permission INDEXED BY permission_unanswered
     WHERE answered_at IS NULL AND rid IS NOT NULL AND combined = 0 AND phase IN ('waiting','aborted','expired') ORDER BY sequence`,
  );
  const withContent = rowsOf("SELECT * FROM permission WHERE deadline IS NOT NULL ORDER BY deadline, sequence");
  const ofStaff = rowsOf(
    "SELECT * FROM permission WHERE nonce IS NOT NULL AND (deadline IS NOT NULL OR phase IN ('draft', 'queued', 'waiting', 'attention'))",
  );
  const newest = rowsOf("SELECT * FROM permission WHERE nonce IS NULL AND sequence < ? ORDER BY sequence DESC LIMIT ?");
  const insert = database.prepare(
    `INSERT INTO permission (pos_tid, sequence, combined, scope, preset, purpose, text, keep_days, customer, qr_text, code_until,
       phase, asked_by, nonce, terms_url, created_at, modified_at)
     SELECT @posTid, coalesce(max(sequence), 0) + 1, @combined, @scope, @preset, @purpose, @text, @keepDays, @customer, @qrText,
       @codeUntil, @phase, @askedBy, @nonce, @termsUrl, @now, @now FROM permission`,
  );
  const parseOptional = (row: Record<string, Column> | undefined) => (row === undefined ? null : STORED.parse(row));
  return {
    insert(permission: NewPermission, now: number) {
      insert.run({ ...permission, combined: Number(permission.combined), scope: permission.scope.join(" "), now });
    },
    find: (posTid: string): PermissionRow | null => parseOptional(byId.get(posTid)),
    findByRid: (rid: string): PermissionRow | null => parseOptional(byRid.get(rid)),
    change(posTid: string, change: PermissionChange, now: number) {
      const written = Object.entries({ ...change, modifiedAt: now }) as [keyof PermissionChange, unknown][];
      const set = written.map(([name]) => `${COLUMNS[name]} = ?`).join(", ");
      const values = written.map(([name, value]) => stored(name, value));
      database.prepare(`UPDATE permission SET ${set} WHERE pos_tid = ?`).run(...values, posTid);
    },
    inPhase: (phase: PermissionPhase): PermissionRow[] => byPhase.all(phase).map((row) => STORED.parse(row)),
    /**
     * Unanswered requests at the service, except combined ones. Includes aborted ones, for which the service still
     * charges if granted.
     */
    unanswered: (): PermissionRow[] => atService.all().map((row) => STORED.parse(row)),
    /** Requests with stored customer data, by deadline */
    withContent: (): PermissionRow[] => withContent.all().map((row) => STORED.parse(row)),
    openOfStaff: (): PermissionRow[] => ofStaff.all().map((row) => STORED.parse(row)),
    page: (before: number, limit: number): PermissionRow[] => newest.all(before, limit).map((row) => STORED.parse(row)),
  };
}

function stored(name: keyof PermissionChange, value: unknown): Column {
  if (value === null || typeof value === "string" || typeof value === "number" || Buffer.isBuffer(value)) return value;
  if (name === "attention") return packReason(value as Reason);
  if (Array.isArray(value) && SPACED.has(name)) return value.join(" ");
  return JSON.stringify(value);
}

const SPACED: ReadonlySet<keyof PermissionChange> = new Set<keyof PermissionChange>(["scope", "granted", "toRead"]);
