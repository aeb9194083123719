/** Requests data from customers: the question, the row, and the operation that sends it. */
import type { CommandInput } from "../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../contract/calls/errors.ts";
import { type Permission, type Scope, wireScopes } from "../../contract/customers/permissions.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { permissionBody } from "../payments/bodies.ts";
import type { RequestedData } from "../payments/permissions.ts";
import { type CustomerIdentity, identityOf, resolveCustomer } from "../payments/start.ts";
import type { WalkIn } from "../service/connection/registration.ts";
import type { StorageContext } from "../storage/context.ts";
import { transact } from "../storage/database/database.ts";
import { randomIdentifier } from "../storage/database/identifiers.ts";
import type { Presets } from "./presets.ts";
import type { PermissionRow } from "./rows.ts";
import type { PermissionStore } from "./store.ts";
import { isAbortable } from "./view.ts";

export interface RequestPorts extends Pick<StorageContext, "clock" | "database"> {
  store: PermissionStore;
  presets: Pick<Presets, "find">;
  posId: string;
  prefix: string;
  shopLanguage: CustomerLanguage;
  expiresInSeconds: number;
  codeLivesMs: number;
  callbackUri(): string | null;
  walkIn(): WalkIn;
  isOffline(): boolean;
  actor(): string | null;
  tokenOf(posTid: string): Result<CustomerIdentity>;
  wake(): void;
  onCode(): void;
}

interface Question extends RequestedData {
  preset: string | null;
  purpose: string;
  keepDays: number;
  nonce: string | null;
  termsUrl: string | null;
}

interface QuestionInput {
  scope?: Scope[] | undefined;
  text?: string | undefined;
  preset?: string | undefined;
  purpose?: string | undefined;
  keepDays?: number | undefined;
  termsUrl?: string | undefined;
}

/** Completes a data request from its preset. */
export function questionOf(
  presets: RequestPorts["presets"],
  input: QuestionInput,
  language: CustomerLanguage,
): Result<Question> {
  const preset = input.preset === undefined ? null : presets.find(input.preset);
  if (preset === null && input.preset !== undefined)
    return failed("invalid_input", { fields: [invalidField("preset", reasonFor("permission_no_preset"))] });
  return done({
    scope: [...new Set(input.scope ?? preset?.scope ?? [])],
    text: input.text ?? preset?.texts[language] ?? null,
    preset: preset?.id ?? null,
    purpose: input.purpose ?? preset?.purpose ?? "",
    keepDays: input.keepDays ?? preset?.keepDays ?? 0,
    nonce: null,
    termsUrl: input.termsUrl ?? preset?.termsUrl ?? null,
  });
}

/** Implements `permission.request`. When it returns, the request is on disk with its code or operation. */
export function requestPermission(ports: RequestPorts, input: CommandInput<"permission.request">): Result<Permission> {
  const { store, clock, database } = ports;
  const question = questionOf(ports.presets, input, input.language ?? ports.shopLanguage);
  if (!question.ok) return question;
  if (ports.isOffline()) return failed("offline", { because: reasonFor("permission_offline") });
  const identifiedCustomer = input.customer ? resolveCustomer(ports, input.customer) : done(null);
  if (!identifiedCustomer.ok) return identifiedCustomer;
  const code = identifiedCustomer.value === null ? codeFor(ports) : done(null);
  if (!code.ok) return code;
  const posTid = transact(database, () => {
    const now = clock.now();
    const created = begin(
      ports,
      question.value,
      { code: code.value, customer: identifiedCustomer.value?.customer ?? null },
      now,
    );
    if (identifiedCustomer.value !== null) send(ports, created, identifiedCustomer.value.identifier, now);
    return created.posTid;
  });
  if (identifiedCustomer.value === null) ports.onCode();
  else ports.wake();
  return done(store.view(posTid));
}

/** Time for staff to scan a code, and then to answer, in seconds. */
export const STAFF_SECONDS = 120;

/** Requests the identity of the person who scans the code. The nonce ties the proof to this request. */
export function requestIdentity(ports: RequestPorts, text: string): Result<PermissionRow> {
  const { clock, database } = ports;
  if (ports.isOffline()) return failed("offline", { because: reasonFor("phone_unavailable") });
  const code = codeFor(ports);
  if (!code.ok) return failed(code.error.code, { because: reasonFor("phone_unavailable") });
  const question: Question = {
    scope: ["openid"],
    text,
    preset: null,
    purpose: "staff",
    keepDays: 0,
    nonce: randomIdentifier(32),
    termsUrl: null,
  };
  const staffPorts = { ...ports, codeLivesMs: STAFF_SECONDS * 1000 };
  const row = transact(database, () => begin(staffPorts, question, { code: code.value, customer: null }, clock.now()));
  ports.onCode();
  return done(row);
}

/** Data requests have no claim link (G5 covers payments only), so a code needs scan news. */
function codeFor({ walkIn }: RequestPorts): Result<string | null> {
  const code = walkIn();
  if (code.kind === "shortlink") return done(code.value);
  const because = reasonFor(code.kind === "claim" ? "permission_no_code" : "permission_no_code_yet");
  return failed(code.kind === "claim" ? "illegal_state" : "offline", { because });
}

function begin(
  ports: RequestPorts,
  { scope, text, preset, purpose, keepDays, nonce, termsUrl }: Question,
  { code, customer }: { code: string | null; customer: string | null },
  now: number,
): PermissionRow {
  const { store, prefix, codeLivesMs } = ports;
  const posTid = `${prefix}-D-${randomIdentifier(12)}`;
  const qr = { qrText: code === null ? null : code + posTid, codeUntil: code === null ? null : now + codeLivesMs };
  const newPermission = {
    posTid,
    combined: false,
    scope,
    preset,
    purpose,
    text,
    keepDays,
    nonce,
    termsUrl,
    customer,
    ...qr,
  };
  store.insert({ ...newPermission, phase: code === null ? "queued" : "draft", askedBy: ports.actor() }, now);
  const data = {
    scope: scope.join(" "),
    preset,
    purpose,
    keepDays,
    code: code === null ? null : "shortlink",
  };
  store.journal.append({ event: "permission.requested", posTid, actor: ports.actor(), data }, now);
  return found(store, posTid);
}

function send(ports: RequestPorts, row: PermissionRow, identifier: string, now: number): void {
  const { posTid, scope, text, nonce, termsUrl } = row;
  const { store } = ports;
  const body = permissionBody({
    customer: identifier,
    scope: wireScopes(scope).join(" "),
    pos_id: ports.posId,
    pos_tid: posTid,
    text: text ?? undefined,
    callback_uri: ports.callbackUri() ?? undefined,
    expires_in: nonce === null ? ports.expiresInSeconds : STAFF_SECONDS,
    nonce: nonce ?? undefined,
    legal_terms_url: termsUrl ?? undefined,
  });
  const id = randomIdentifier(20);
  const { customer } = identityOf(identifier);
  store.change(posTid, { phase: "queued", customer }, now);
  store.operations.enqueue({ id, posTid, kind: "permission", body, namesCustomer: true, actor: ports.actor() }, now);
  const data = { id, kind: "permission", amount: null, additionalAmount: null, reason: null, automatic: true } as const;
  store.journal.append({ event: "operation.requested", posTid, data }, now);
}

/** Sends the request to the customer who scanned the code. @returns null for an unknown id */
export function permissionScanned(ports: RequestPorts, posTid: string, scanToken: string): "waited" | "used" | null {
  const { store } = ports;
  const row = store.find(posTid);
  if (row === null || row.combined) return null;
  if (row.phase !== "draft") return "used";
  store.commit(posTid, (now) => {
    store.journal.append({ event: "permission.scanned", posTid }, now);
    send(ports, row, scanToken, now);
  });
  ports.wake();
  return "waited";
}

/**
 * Implements `permission.abort`: the till stops waiting. The service cannot abort (G23), so the customer may still
 * answer; the answer is dropped unread.
 */
export function abortPermission({ store, actor }: RequestPorts, posTid: string): Result<Permission> {
  const row = store.find(posTid);
  if (row === null) return failed("not_found", { posTid, because: reasonFor("permission_unknown") });
  if (!isAbortable(row)) {
    const because = reasonFor(row.combined ? "permission_of_payment" : "permission_not_open");
    return failed("illegal_state", { posTid, because });
  }
  store.commit(posTid, (now) => {
    store.change(posTid, { phase: "aborted", attention: reasonFor("permission_aborted") }, now);
    store.journal.append({ event: "permission.aborted", posTid, actor: actor() }, now);
    withdrawOpen(store, posTid, now);
  });
  return done(store.view(posTid));
}

/**
 * Withdraws unsent operations. One that may have arrived is still repeated: its response names the `rid`, so that the
 * service's fee becomes known.
 */
export function withdrawOpen({ operations }: PermissionStore, posTid: string, now: number): void {
  for (const { id, kind, settledAt, state, unknownSince } of operations.ofPayment(posTid))
    if (kind === "permission" && settledAt === null && state !== "sending" && unknownSince === null)
      operations.withdraw(id, reasonFor("permission_aborted"), now);
}

/** Withdraws all operations, even one that may have arrived, because their bytes name the customer. */
export function withdrawAll({ operations }: PermissionStore, posTid: string, now: number): void {
  for (const { id, kind, settledAt } of operations.ofPayment(posTid))
    if (kind === "permission" && settledAt === null) operations.withdraw(id, reasonFor("permission_aborted"), now);
}

function found(store: PermissionStore, posTid: string): PermissionRow {
  const row = store.find(posTid);
  if (row === null) throw new Error(`permission ${posTid} was not written`);
  return row;
}
