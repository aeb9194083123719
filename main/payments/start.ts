/** Starts payments: checks limits, creates the row and requests the payment from the service. */

import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { CustomerInput } from "../../contract/calls/command-row.ts";
import { done, failed, invalidField, notAllowed, type Result } from "../../contract/calls/errors.ts";
import { readScopes, wireScopes } from "../../contract/customers/permissions.ts";
import type { JournalEntry } from "../../contract/journal/events.ts";
import { appendMatchWords, haveSameWords, matchWords } from "../../contract/payments/match-words.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import { canonicalJson } from "../../contract/values/canonical-json.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import { maskCustomer } from "../../contract/values/identifiers.ts";
import { MAX_AMOUNT } from "../../contract/values/money.ts";
import type { BuiltInRole } from "../../contract/values/roles.ts";
import type { PaymentRequestInput } from "../../contract/wire/wire.ts";
import type { Clock } from "../lib/clock.ts";
import type { Signals } from "../lib/signals.ts";
import type { WalkIn } from "../service/connection/registration.ts";
import { afterCommit, type Database } from "../storage/database/database.ts";
import { paymentNumber, randomIdentifier } from "../storage/database/identifiers.ts";
import { createBody } from "./bodies.ts";
import { lineItems } from "./line-items.ts";
import { type OfflineLimits, offlineRefusal } from "./offline.ts";
import type { Addresses, NewPayment, PaymentRow } from "./payment-row.ts";
import type { Permissions, RequestedData } from "./permissions.ts";
import type { BodiesAtRest } from "./queue/bodies-at-rest.ts";
import { type ReferenceDigests, referenceDigests } from "./reference-digests.ts";
import type { ReadyCustomer } from "./scans/ready-customer.ts";
import { type SeenScans, seenScans } from "./scans/seen.ts";
import { hasDiscount, lineProblems, soldLines, type VatSources } from "./sold-lines.ts";
import type { PaymentStore } from "./store.ts";
import { customerView } from "./view.ts";

export interface PaymentPorts {
  store: PaymentStore;
  clock: Clock;
  terminal: {
    currency: string;
    posId: string;
    /** The till's number prefix: four random characters per data folder */
    prefix: string;
    allowCredit: boolean;
    expiresInSeconds: number;
    codeLifetimeMs: number;
    callbackUri(): string | null;
    permissions: Pick<Permissions, "requestedData" | "createRequest" | "tokenOf">;
    customerLanguage(posTid: string): CustomerLanguage;
    shopLanguage: CustomerLanguage;
    chooseLanguage(posTid: string, language: CustomerLanguage): void;
    /** True if the till can sign refunds, which require level KEY (G8) */
    canRefund(): boolean;
    refundKey: {
      /** True if a refund needs a PIN that was not entered */
      lacksPin(): boolean;
      assignTo(operationId: string): void;
    };
    walkIn(): WalkIn;
    /** True if the service recently gave no code for a request (G5) */
    lacksCodes(): boolean;
    isOffline(): boolean;
    offline: OfflineLimits;
    isBeingReconciled(posTid: string): boolean;
    isDiskFull(): boolean;
  };
  actor(): string | null;
  approver(): string | null;
  /** The acting user's refund limit per payment, in minor units; null for no limit */
  refundLimit(): number | null;
  roleForRefund(total: number): BuiltInRole;
  /** The user signed in when the sale was requested, even if another user approved it by PIN */
  seller(): string | null;
  register(): string | null;
  canDiscount(): boolean;
  roleForDiscount(): BuiltInRole;
  vatSources(): VatSources;
  wake(): void;
}

export interface StartPorts extends PaymentPorts {
  bodies: BodiesAtRest;
  ready: Pick<ReadyCustomer, "now" | "assignTo" | "forget">;
  signals: Pick<Signals, "emit">;
  database: Database;
  /** True without sign-in: the result then contains only what a customer may see */
  isLocked(): boolean;
}

/**
 * Creates `payment.start`. When it returns, the payment is on disk with its code or request. Idempotent by `reference`
 * and by `attempt`: the same value and content returns the existing payment; different content returns `conflict`.
 */
export function startCommand(ports: StartPorts) {
  const digests = referenceDigests(ports.database, ports.bodies);
  const seen = seenScans(ports.database);
  return (input: CommandInput<"payment.start">): Result<Payment> => {
    const isLocked = ports.isLocked();
    const { attempt = "", reference = "" } = input;
    const existing = ports.store.rows.findByAttempt(attempt) ?? ports.store.rows.findByReference(reference);
    const result =
      existing === null
        ? startPayment({ ...ports, digests, seen }, input)
        : repeatStart(ports, digests, existing, input);
    if (!result.ok) return result;
    const permission = input.customer?.kind === "permission" ? input.customer.value : null;
    const signal = { posTid: result.value.posTid, isRepeat: existing !== null, permission };
    // The caller's transaction may still be rolled back.
    afterCommit(ports.database, () => ports.signals.emit("payment.started", signal));
    // An existing payment may be of another customer.
    return isLocked ? done(customerView(result.value)) : result;
  };
}

function repeatStart(
  { store }: StartPorts,
  digests: ReferenceDigests,
  existing: PaymentRow,
  input: CommandInput<"payment.start">,
): Result<Payment> {
  const { posTid } = existing;
  if (digests.isSame(existing, input)) return done(store.view(posTid));
  return failed("conflict", { posTid, because: reasonFor("payment_other_reference") });
}

interface StartContext extends StartPorts {
  digests: ReferenceDigests;
  seen: SeenScans;
}

function startPayment(ports: StartContext, input: CommandInput<"payment.start">): Result<Payment> {
  const { store, terminal } = ports;
  const money = (amount: number) => ({ amount, currency: terminal.currency });
  const total = input.amount + (input.additionalAmount ?? 0);
  if (total > MAX_AMOUNT) {
    return failed("invalid_input", {
      fields: [invalidField("additionalAmount", reasonFor("field_total_at_most", { most: money(MAX_AMOUNT) }))],
    });
  }
  const problems = lineProblems(input, terminal.currency);
  if (problems.length > 0) return failed("invalid_input", { fields: problems });
  if (hasDiscount(input) && !ports.canDiscount()) return notAllowed(ports.roleForDiscount());
  const refusal = refusalOf(ports, total);
  if (refusal) return refusal;
  const identity = input.customer ? resolveCustomer(terminal.permissions, input.customer) : done(null);
  if (!identity.ok) return identity;
  const language = input.language ?? terminal.shopLanguage;
  const requestedData = terminal.permissions.requestedData({ ...input, language });
  if (!requestedData.ok) return requestedData;
  // A customer who scanned the sticker is matched to the cashier's next sale, unless it names another customer. Never to
  // a sale started by a register.
  const isCashierSale = ports.register() === null;
  const ready = input.customer || !isCashierSale ? null : ports.ready.now();
  const walkIn = input.customer || ready ? null : walkInOf(ports);
  if (walkIn?.kind === "unavailable") return failed("offline", { because: reasonFor("payment_no_code") });
  const posTid = store.create(
    (now) => {
      const { customer = null } = identity.value ?? {};
      const matchWordsSeed = ready?.matchWordsSeed ?? null;
      return newPayment(ports, input, { walkIn, matchWordsSeed, requestedData: requestedData.value, customer }, now);
    },
    (row, now) => {
      const data = startedData(row, walkIn, ports.approver());
      store.journal.append({ event: "payment.started", posTid: row.posTid, actor: ports.seller(), data }, now);
      if (requestedData.value !== null) {
        const request = { posTid: row.posTid, preset: input.preset ?? null, ...requestedData.value };
        terminal.permissions.createRequest(request, ports.seller(), now);
      }
      // Chosen before the request, which contains words in this language.
      if (input.language) terminal.chooseLanguage(row.posTid, input.language);
      if (identity.value) requestPayment(ports, row, identity.value, now);
      if (walkIn?.kind === "claim") requestPayment(ports, row, null, now);
      if (ready !== null) {
        store.journal.append({ event: "payment.scanned", posTid: row.posTid }, now);
        ports.seen.add(ready.scanToken, row.posTid, now);
        requestPayment(ports, row, identityOf(ready.scanToken), now);
      }
    },
  );
  // The cashier's sale ends the wait, even if it named another customer.
  if (isCashierSale) {
    ports.ready.assignTo(posTid);
    afterCommit(ports.database, ports.ready.forget);
  }
  ports.wake();
  return done(store.view(posTid));
}

/** Selects how an unnamed customer pays. If a kiosk just got no code, the customer enters a phone number instead. */
function walkInOf({ isLocked, terminal }: StartPorts): StartedWalkIn {
  const walkIn = terminal.walkIn();
  return walkIn.kind === "claim" && isLocked() && terminal.lacksCodes() ? { kind: "none" } : walkIn;
}

type StartedWalkIn = WalkIn | { kind: "none" };

type StartedData = JournalEntry<"payment.started">["data"];

function startedData(row: PaymentRow, walkIn: StartedWalkIn | null, approvedBy: string | null): StartedData {
  const { action, amount, additionalAmount, additionalEdit, customer, lines } = row;
  const code = walkIn?.kind ?? null;
  const data: StartedData = { action, amount, additionalAmount, additionalEdit, customer, code };
  if (row.reference !== null) data.reference = row.reference;
  if (row.register !== null) data.register = row.register;
  if (lines.length > 0) data.lines = canonicalJson(lines);
  // The approval's own journal row has no payment yet.
  if (approvedBy !== null) data.approvedBy = approvedBy;
  return data;
}

/**
 * Returns why no payment can be accepted now, or null. Writes nothing.
 * @param exceptPosTid the existing payment in question, which does not count as waiting
 */
export function refusalOf(
  { store, clock, terminal }: PaymentPorts,
  total: number,
  exceptPosTid?: string,
): Result<never> | null {
  if (terminal.isDiskFull()) {
    return failed("internal", { because: reasonFor("payment_disk_full") });
  }
  if (!terminal.isOffline()) return null;
  const refusal = offlineRefusal(
    terminal.offline,
    store.rows.waiting(exceptPosTid),
    { amount: total, currency: terminal.currency },
    clock.now(),
  );
  return refusal && failed(refusal.code, { because: refusal.because });
}

interface NewPaymentDetails {
  walkIn: StartedWalkIn | null;
  matchWordsSeed: string | null;
  requestedData: RequestedData | null;
  customer: string | null;
}

function newPayment(
  ports: StartContext,
  input: CommandInput<"payment.start">,
  { walkIn, matchWordsSeed, requestedData, customer }: NewPaymentDetails,
  now: number,
): NewPayment {
  const sequence = ports.store.rows.highestSequence() + 1;
  const number = paymentNumber(ports.terminal.prefix, sequence);
  const posTid = drawPosTid(number, matchWordsSeed);
  return {
    posTid,
    sequence,
    number,
    reference: input.reference ?? null,
    attempt: input.attempt ?? null,
    requestDigest: ports.digests.digestToStore(posTid, input),
    qr: walkIn?.kind === "shortlink" ? { text: walkIn.value + posTid, kind: "shortlink" } : null,
    codeUntil: walkIn?.kind === "shortlink" || walkIn?.kind === "none" ? now + ports.terminal.codeLifetimeMs : null,
    action: input.action,
    currency: ports.terminal.currency,
    amount: input.amount,
    additionalAmount: input.additionalAmount ?? 0,
    additionalEdit: input.additionalEdit ?? false,
    text: input.text ?? null,
    lines: soldLines(input, ports.vatSources()),
    scope: requestedData?.scope.join(" ") ?? null,
    scopeText: requestedData?.text ?? null,
    addresses: addressesOf(input),
    customer,
    takenOffline: ports.terminal.isOffline(),
    takenBy: ports.seller(),
    register: ports.register(),
    createdAt: now,
  };
}

function addressesOf({ links, ...input }: CommandInput<"payment.start">): Addresses {
  return {
    ...(links && {
      links: links.map(({ uri, caption, showOn }) => ({ uri, caption, ...(showOn && { show_on: showOn }) })),
    }),
    ...(input.displayMessageUri && { display_message_uri: input.displayMessageUri }),
    ...(input.successReturnUri && { success_return_uri: input.successReturnUri }),
    ...(input.failureReturnUri && { failure_return_uri: input.failureReturnUri }),
  };
}

/**
 * Draws a `posTid`. Its random part keeps it unique for the POS even after the till is set up from scratch.
 * @param matchWordsSeed draws until the id has the same match words; null for any
 */
function drawPosTid(number: string, matchWordsSeed: string | null): string {
  for (;;) {
    const drawn = `${number}-${randomIdentifier(8)}`;
    if (matchWordsSeed === null || haveSameWords(drawn, matchWordsSeed)) return drawn;
  }
}

/** Queues the creation of the payment request inside a commit. @param identity null for a claim link */
export function requestPayment(
  { store, terminal }: PaymentPorts,
  row: PaymentRow,
  identity: CustomerIdentity | null,
  now: number,
): void {
  const customer = identity?.identifier ?? null;
  const language = terminal.customerLanguage(row.posTid);
  const input: PaymentRequestInput = {
    action: row.action,
    allow_credit: terminal.allowCredit,
    amount: row.amount,
    currency: row.currency,
    customer,
    pos_id: terminal.posId,
    pos_tid: row.posTid,
    expires_in: terminal.expiresInSeconds,
    additional_amount: row.additionalAmount > 0 || row.additionalEdit ? row.additionalAmount : undefined,
    additional_edit: row.additionalEdit ? true : undefined,
    callback_uri: terminal.callbackUri() ?? undefined,
    text: appendMatchWords(row.text, matchWords(row.posTid, language)),
    line_items: lineItems(row.lines, row.amount, row.text ?? UNNAMED_LINE[language]),
    required_scope: row.scope === null ? undefined : wireScopes(readScopes(row.scope) ?? []).join(" "),
    required_scope_text: row.scopeText ?? undefined,
    ...row.addresses,
  };
  store.rows.change(
    row.posTid,
    identity === null
      ? { matchWordsLanguage: language }
      : { customer: identity.customer, matchWordsLanguage: language },
    now,
  );
  store.enqueue(
    {
      id: randomIdentifier(20),
      posTid: row.posTid,
      kind: "create",
      body: createBody(input),
      namesCustomer: customer !== null,
    },
    { automatic: true },
    now,
  );
}

const UNNAMED_LINE: Readonly<Record<CustomerLanguage, string>> = {
  en: "Amount",
  nb: "Beløp",
  sv: "Belopp",
  da: "Beløb",
  fi: "Summa",
  de: "Betrag",
  fr: "Montant",
  es: "Importe",
  pl: "Kwota",
  uk: "Сума",
};

export interface CustomerIdentity {
  identifier: string;
  customer: string | null;
}

/** Resolves a customer. A permission's customer is identified by a token, which windows never receive. */
export function resolveCustomer(
  { tokenOf }: Pick<Permissions, "tokenOf">,
  { kind, value }: CustomerInput,
): Result<CustomerIdentity> {
  if (kind === "permission") return tokenOf(value);
  return done(identityOf(kind === "scan" ? scanTokenIdentifier(value) : value));
}

export function identityOf(identifier: string): CustomerIdentity {
  return { identifier, customer: maskCustomer(identifier) };
}

/** Returns a scan token as a customer identifier (2.5, G3), with one `token:` prefix. */
export function scanTokenIdentifier(id: string): string {
  return id.startsWith("token:") ? id : `token:${id}`;
}
