/** How a payment begins: what may be taken now, its row, and the request to the service that follows. */
import { canonicalJson } from "../../contract/canonical-json.ts";
import type { CommandInput } from "../../contract/commands.ts";
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import { done, failed, notAllowed, type Result, wrongField } from "../../contract/errors.ts";
import { maskCustomer } from "../../contract/identifiers.ts";
import { haveSameWords, matchWords, textWithWords } from "../../contract/match-words.ts";
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
import type { AskedWith, Permissions } from "./permissions.ts";
import type { BodiesAtRest } from "./queue/bodies-at-rest.ts";
import { type ReferenceDigests, referenceDigests } from "./reference-digests.ts";
import type { ReadyCustomer } from "./scans/ready-customer.ts";
import { type SeenScans, seenScans } from "./scans/seen.ts";
import { hasDiscount, lineProblems, soldLines, type VatSources } from "./sold-lines.ts";
import type { PaymentStore } from "./store.ts";
import { withoutParticulars } from "./view.ts";

export interface PaymentPorts {
  store: PaymentStore;
  clock: Clock;
  terminal: {
    currency: string;
    posId: string;
    /** The till's own prefix: four characters, random per data folder */
    prefix: string;
    allowCredit: boolean;
    expiresInSeconds: number;
    /** How long a code is shown that nobody scans, in ms */
    codeLivesMs: number;
    /** What is registered with the service, or null without a receiver */
    callbackUri(): string | null;
    /** What customers are asked for with a payment, and whose token may pay one */
    permissions: Pick<Permissions, "asked" | "begin" | "tokenOf">;
    /** What the customer of a payment reads */
    customerLanguage(posTid: string): CustomerLanguage;
    /** What customers read where nothing is known of them */
    shopLanguage: CustomerLanguage;
    /** Gives the customer of a payment their own */
    chooseLanguage(posTid: string, language: CustomerLanguage): void;
    /** Whether the service will accept a refund: it demands level KEY (G8) */
    mayRefund(): boolean;
    /** The refund key, where it is kept apart (level KEY, 5.1) */
    refundKey: {
      /** Whether a refund that is asked for now would need a PIN, and was not given one */
      lacksPin(): boolean;
      /** Unlocks it for one operation alone */
      giveTo(operationId: string): void;
    };
    walkIn(): WalkIn;
    /** Whether the service gave no code for a request just now (G5) */
    lacksCodes(): boolean;
    /** Whether the service cannot be reached now */
    isOffline(): boolean;
    offline: OfflineLimits;
    /** Whether a payment has yet to be compared with the service, after a restore */
    beingChecked(posTid: string): boolean;
    /** Whether the disk has no room for another payment */
    diskFull(): boolean;
  };
  /** Who is signed in, for the journal */
  actor(): string | null;
  /** Whose PIN approves what they do; null: no other user's */
  approver(): string | null;
  /** How much of one payment may be given back on the word of the acting user, in minor units; null: all of it */
  refundLimit(): number | null;
  /** The least role on whose word this much of one payment may be given back */
  roleForRefund(total: number): BuiltInRole;
  /** Whose sale it is: who was signed in when it was asked for, also where another's PIN approved it */
  seller(): string | null;
  /** Which register asks for it; null: none */
  register(): string | null;
  /** Whether the acting user may take something off a price */
  mayDiscount(): boolean;
  /** The least role that may */
  roleForDiscount(): BuiltInRole;
  /** Where VAT comes from that a sale says nothing of */
  vatSources(): VatSources;
  /** The queue has something to do */
  wake(): void;
}

/** Beside what a payment begins with: who is told of it, and to whom it is answered. */
export interface StartPorts extends PaymentPorts {
  /** Seals what could tell who a customer is */
  bodies: BodiesAtRest;
  /** Who scanned a sticker before there was a sale */
  ready: Pick<ReadyCustomer, "now" | "takeFor" | "forget">;
  signals: Pick<Signals, "emit">;
  database: Database;
  /** Whether it is started without sign-in, and its answer shows only what a customer may see */
  isLocked(): boolean;
}

/**
 * Makes `payment.start`: a payment is on disk, with its code or its request, when it returns. Idempotent by `reference`
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
    // It may be part of a larger transaction, and go back with that.
    afterCommit(ports.database, () => ports.signals.emit("payment.started", started));
    // Under a reference that is taken it is an earlier payment, and anybody's.
    return isLocked ? done(withoutParticulars(result.value)) : result;
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

/** Beside what the command has: what is kept of a request under a reference. */
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
      fields: [wrongField("additionalAmount", reasonFor("field_total_at_most", { most: money(MAX_AMOUNT) }))],
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
  // Whoever scanned the sticker waits for the cashier's sale: a register's own is for another customer.
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
      // A request that follows at once is made in it.
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
  // They waited for this sale, also where it is for another customer now.
  if (isCashiers) {
    ports.ready.takeFor(posTid);
    afterCommit(ports.database, ports.ready.forget);
  }
  ports.wake();
  return done(store.view(posTid));
}

/** At a kiosk whose service just gave no code, the customer names a phone number: there is no request to abort then. */
function walkInOf({ isLocked, terminal }: StartPorts): StartedWalkIn {
  const walkIn = terminal.walkIn();
  return walkIn.kind === "claim" && isLocked() && terminal.lacksCodes() ? { kind: "none" } : walkIn;
}

type StartedWalkIn = WalkIn | { kind: "none" };

/** What the journal keeps of a payment that begins. */
function startedAs(row: PaymentRow, walkIn: StartedWalkIn | null, approvedBy: string | null): JournalData {
  const { action, amount, additionalAmount, additionalEdit, customer, lines } = row;
  const code = walkIn?.kind ?? null;
  const data: JournalData = { action, amount, additionalAmount, additionalEdit, customer, code };
  if (row.reference !== null) data.reference = row.reference;
  if (row.register !== null) data.register = row.register;
  if (lines.length > 0) data.lines = canonicalJson(lines);
  // The approval's own row has no payment to stand by yet.
  if (approvedBy !== null) data.approvedBy = approvedBy;
  return data;
}

/**
 * Why no payment can be taken now, or null; nothing was written then.
 * @param itself the payment that this is about, when it is there already: it does not wait beside itself
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

/** With what a payment begins beside its input. */
interface Begun {
  walkIn: StartedWalkIn | null;
  wordsOf: string | null;
  asked: AskedWith | null;
  /** Masked */
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

/** By the wire's names; what was not given is left out. */
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
 * The random part keeps an id unique for the POS even when a till is set up again from nothing.
 * @param wordsOf whose match words it is to have: one of a few hundred draws has them; null: any
 */
function drawPosTid(number: string, wordsOf: string | null): string {
  for (;;) {
    const drawn = `${number}-${randomIdentifier(8)}`;
    if (wordsOf === null || haveSameWords(drawn, wordsOf)) return drawn;
  }
}

/** Inside a commit: the operation that creates the payment request. @param named null: to be claimed */
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
    text: textWithWords(row.text, matchWords(row.posTid, wordsIn)),
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

/** What a line without a name is called. */
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

/** A customer as the wire has them (G3), and as screens do. */
export interface Identified {
  identifier: string;
  /** Masked; null: nothing is known of them */
  customer: string | null;
}

/** Who is meant. A permission's customer is so by their token, which no window has. */
export function identified(
  { tokenOf }: Pick<Permissions, "tokenOf">,
  { kind, value }: CustomerInput,
): Result<Identified> {
  if (kind === "permission") return tokenOf(value);
  return done(identifiedAs(kind === "scan" ? scanTokenIdentifier(value) : value));
}

/** The same of an identifier that the till has (G3). */
export function identifiedAs(identifier: string): Identified {
  return { identifier, customer: maskCustomer(identifier) };
}

/** A scan token as a customer identifier (2.5, G3): `token:` in front, once. */
export function scanTokenIdentifier(id: string): string {
  return id.startsWith("token:") ? id : `token:${id}`;
}
