/** Starts payments: checks limits, creates the row and requests the payment from the service. */
import { canonicalJson } from "../../contract/canonical-json.ts";
import type { CommandInput } from "../../contract/commands.ts";
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import { done, failed, invalidField, notAllowed, type Result } from "../../contract/errors.ts";
import { maskCustomer } from "../../contract/identifiers.ts";
import { appendMatchWords, haveSameWords, matchWords } from "../../contract/match-words.ts";
import { MAX_AMOUNT } from "../../contract/money.ts";
import type { CustomerInput } from "../../contract/payments-commands.ts";
import { readScopes, wireScopes } from "../../contract/permissions.ts";
import { reasonFor } from "../../contract/reasons.ts";
import type { BuiltInRole } from "../../contract/roles.ts";
import type { Payment } from "../../contract/views.ts";
import type { PaymentRequestInput } from "../../contract/wire.ts";
import type { Clock } from "../lib/clock.ts";
import type { Signals } from "../lib/signals.ts";
import type { WalkIn } from "../service/connection/registration.ts";
import { afterCommit, type Database } from "../storage/database/database.ts";
import { paymentNumber, randomIdentifier } from "../storage/database/identifiers.ts";
import type { JournalData } from "../storage/journal/journal.ts";
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
    codeLivesMs: number;
    callbackUri(): string | null;
    permissions: Pick<Permissions, "asked" | "begin" | "tokenOf">;
    customerLanguage(posTid: string): CustomerLanguage;
    shopLanguage: CustomerLanguage;
    chooseLanguage(posTid: string, language: CustomerLanguage): void;
    /** True if the till can sign refunds, which require level KEY (G8) */
    mayRefund(): boolean;
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
    beingChecked(posTid: string): boolean;
    diskFull(): boolean;
  };
  actor(): string | null;
  approver(): string | null;
  /** The acting user's refund limit per payment, in minor units; null for no limit */
  refundLimit(): number | null;
  roleForRefund(total: number): BuiltInRole;
  /** The user signed in when the sale was requested, even if another user approved it by PIN */
  seller(): string | null;
  register(): string | null;
  mayDiscount(): boolean;
  roleForDiscount(): BuiltInRole;
  vatSources(): VatSources;
  wake(): void;
}

export interface StartPorts extends PaymentPorts {
  bodies: BodiesAtRest;
  ready: Pick<ReadyCustomer, "now" | "takeFor" | "forget">;
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
    const known = ports.store.rows.findByAttempt(attempt) ?? ports.store.rows.findByReference(reference);
    const result =
      known === null ? beginPayment({ ...ports, digests, seen }, input) : repeated(ports, digests, known, input);
    if (!result.ok) return result;
    const permission = input.customer?.kind === "permission" ? input.customer.value : null;
    const started = { posTid: result.value.posTid, isAgain: known !== null, permission };
    // The caller's transaction may still be rolled back.
    afterCommit(ports.database, () => ports.signals.emit("payment.started", started));
    // An existing payment may be of another customer.
    return isLocked ? done(customerView(result.value)) : result;
  };
}

function repeated(
  { store }: StartPorts,
  digests: ReferenceDigests,
  known: PaymentRow,
  input: CommandInput<"payment.start">,
): Result<Payment> {
  const { posTid } = known;
  if (digests.isSame(known, input)) return done(store.view(posTid));
  return failed("conflict", { posTid, because: reasonFor("payment_other_reference") });
}

interface BeginPorts extends StartPorts {
  digests: ReferenceDigests;
  seen: SeenScans;
}

function beginPayment(ports: BeginPorts, input: CommandInput<"payment.start">): Result<Payment> {
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
  if (hasDiscount(input) && !ports.mayDiscount()) return notAllowed(ports.roleForDiscount());
  const refusal = refusalOf(ports, total);
  if (refusal) return refusal;
  const named = input.customer ? identified(terminal.permissions, input.customer) : done(null);
  if (!named.ok) return named;
  const asked = terminal.permissions.asked({ ...input, language: input.language ?? terminal.shopLanguage });
  if (!asked.ok) return asked;
  // A customer who scanned the sticker is matched to the cashier's next sale, never to a sale started by a register.
  const isCashiers = ports.register() === null;
  const ready = input.customer || !isCashiers ? null : ports.ready.now();
  const walkIn = input.customer || ready ? null : walkInOf(ports);
  if (walkIn?.kind === "unavailable") {
    return failed("offline", {
      because: reasonFor("payment_no_code"),
    });
  }
  const posTid = store.begin(
    (now) => {
      const { customer = null } = named.value ?? {};
      return newPayment(ports, input, { walkIn, wordsOf: ready?.wordsOf ?? null, asked: asked.value, customer }, now);
    },
    (row, now) => {
      const data = startedAs(row, walkIn, ports.approver());
      store.journal.append({ event: "payment.started", posTid: row.posTid, actor: ports.seller(), data }, now);
      if (asked.value !== null) {
        const { posTid } = row;
        terminal.permissions.begin({ posTid, preset: input.preset ?? null, ...asked.value }, ports.seller(), now);
      }
      // Chosen before the request, which contains words in this language.
      if (input.language) terminal.chooseLanguage(row.posTid, input.language);
      if (named.value) requestPayment(ports, row, named.value, now);
      if (walkIn?.kind === "claim") requestPayment(ports, row, null, now);
      if (ready !== null) {
        store.journal.append({ event: "payment.scanned", posTid: row.posTid }, now);
        ports.seen.add(ready.scanToken, row.posTid, now);
        requestPayment(ports, row, identifiedAs(ready.scanToken), now);
      }
    },
  );
  // The cashier's sale ends the wait, even if it named another customer.
  if (isCashiers) {
    ports.ready.takeFor(posTid);
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

function startedAs(row: PaymentRow, walkIn: StartedWalkIn | null, approvedBy: string | null): JournalData {
  const { action, amount, additionalAmount, additionalEdit, customer, lines } = row;
  const code = walkIn?.kind ?? null;
  const data: JournalData = { action, amount, additionalAmount, additionalEdit, customer, code };
  if (row.reference !== null) data.reference = row.reference;
  if (row.register !== null) data.register = row.register;
  if (lines.length > 0) data.lines = canonicalJson(lines);
  // The approval's own journal row has no payment yet.
  if (approvedBy !== null) data.approvedBy = approvedBy;
  return data;
}

/**
 * Returns why no payment can be accepted now, or null. Writes nothing.
 * @param itself the existing payment in question, which does not count as waiting
 */
export function refusalOf(
  { store, clock, terminal }: PaymentPorts,
  total: number,
  itself?: string,
): Result<never> | null {
  if (terminal.diskFull()) {
    return failed("internal", { because: reasonFor("payment_disk_full") });
  }
  if (!terminal.isOffline()) return null;
  const refusal = offlineRefusal(
    terminal.offline,
    store.rows.waiting(itself),
    { amount: total, currency: terminal.currency },
    clock.now(),
  );
  return refusal && failed(refusal.code, { because: refusal.because });
}

interface Begun {
  walkIn: StartedWalkIn | null;
  wordsOf: string | null;
  asked: RequestedData | null;
  customer: string | null;
}

function newPayment(
  ports: BeginPorts,
  input: CommandInput<"payment.start">,
  { walkIn, wordsOf, asked, customer }: Begun,
  now: number,
): NewPayment {
  const sequence = ports.store.rows.highestSequence() + 1;
  const number = paymentNumber(ports.terminal.prefix, sequence);
  const posTid = drawPosTid(number, wordsOf);
  return {
    posTid,
    sequence,
    number,
    reference: input.reference ?? null,
    attempt: input.attempt ?? null,
    askedFor: ports.digests.kept(posTid, input),
    qr: walkIn?.kind === "shortlink" ? { text: walkIn.value + posTid, kind: "shortlink" } : null,
    codeUntil: walkIn?.kind === "shortlink" || walkIn?.kind === "none" ? now + ports.terminal.codeLivesMs : null,
    action: input.action,
    currency: ports.terminal.currency,
    amount: input.amount,
    additionalAmount: input.additionalAmount ?? 0,
    additionalEdit: input.additionalEdit ?? false,
    text: input.text ?? null,
    lines: soldLines(input, ports.vatSources()),
    scope: asked?.scope.join(" ") ?? null,
    scopeText: asked?.text ?? null,
    addresses: addressesOf(input),
    customer,
    takenOffline: ports.terminal.isOffline(),
    takenBy: ports.seller(),
    register: ports.register(),
    createdAt: now,
  };
}

function addressesOf({ links, ...given }: CommandInput<"payment.start">): Addresses {
  return {
    ...(links && {
      links: links.map(({ uri, caption, showOn }) => ({ uri, caption, ...(showOn && { show_on: showOn }) })),
    }),
    ...(given.displayMessageUri && { display_message_uri: given.displayMessageUri }),
    ...(given.successReturnUri && { success_return_uri: given.successReturnUri }),
    ...(given.failureReturnUri && { failure_return_uri: given.failureReturnUri }),
  };
}

/**
 * Draws a `posTid`. Its random part keeps it unique for the POS even after the till is set up from scratch.
 * @param wordsOf draws until the id has the same match words; null for any
 */
function drawPosTid(number: string, wordsOf: string | null): string {
  for (;;) {
    const drawn = `${number}-${randomIdentifier(8)}`;
    if (wordsOf === null || haveSameWords(drawn, wordsOf)) return drawn;
  }
}

/** Queues the creation of the payment request inside a commit. @param named null for a claim link */
export function requestPayment(
  { store, terminal }: PaymentPorts,
  row: PaymentRow,
  named: Identified | null,
  now: number,
): void {
  const customer = named?.identifier ?? null;
  const wordsIn = terminal.customerLanguage(row.posTid);
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
    text: appendMatchWords(row.text, matchWords(row.posTid, wordsIn)),
    line_items: lineItems(row.lines, row.amount, row.text ?? UNNAMED[wordsIn]),
    required_scope: row.scope === null ? undefined : wireScopes(readScopes(row.scope) ?? []).join(" "),
    required_scope_text: row.scopeText ?? undefined,
    ...row.addresses,
  };
  store.rows.change(row.posTid, named === null ? { wordsIn } : { customer: named.customer, wordsIn }, now);
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

const UNNAMED: Readonly<Record<CustomerLanguage, string>> = {
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

export interface Identified {
  identifier: string;
  customer: string | null;
}

/** Resolves a customer. A permission's customer is identified by a token, which windows never receive. */
export function identified(
  { tokenOf }: Pick<Permissions, "tokenOf">,
  { kind, value }: CustomerInput,
): Result<Identified> {
  if (kind === "permission") return tokenOf(value);
  return done(identifiedAs(kind === "scan" ? scanTokenIdentifier(value) : value));
}

export function identifiedAs(identifier: string): Identified {
  return { identifier, customer: maskCustomer(identifier) };
}

/** Returns a scan token as a customer identifier (2.5, G3), with one `token:` prefix. */
export function scanTokenIdentifier(id: string): string {
  return id.startsWith("token:") ? id : `token:${id}`;
}
