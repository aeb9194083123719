/**
 * Intake of outcomes and scans from callbacks and polling. Drops duplicates and outdated ones, and applies each new one
 * as one transaction of the payment store.
 */

import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import type { Scan } from "../../../contract/wire/wire.ts";
import type { Message } from "../../service/api/callback-message.ts";
import type { StoredCallback } from "../../service/callbacks/receiver.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { groupCommit } from "../../storage/database/group-commit.ts";
import { type RecordedExchange, recordedCallback } from "../exchanges/recorder.ts";
import { type Outcome, readOutcome } from "../outcome.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Permissions } from "../permissions.ts";
import { isIdentical } from "../plausibility.ts";
import type { PollTicket } from "../poll-tickets.ts";
import { keyedDigests } from "../queue/bodies-at-rest.ts";
import { ageOf } from "../scans/guard.ts";
import { replyText } from "../scans/replies.ts";
import type { SeenScans } from "../scans/seen.ts";
import { scanTokenIdentifier } from "../start.ts";
import type { AppliedOutcome, PaymentStore } from "../store.ts";

export interface Intake {
  outcome(
    posTid: string,
    outcome: Outcome,
    source: "poll" | "callback",
    recorded?: readonly RecordedExchange[],
    ticket?: PollTicket,
  ): AppliedOutcome;
  /** Applies a verified or polled scan. @returns the reply to the customer */
  scan(scan: Scan, how: ScanSource): string | null;
  /** Stores a callback before it resolves. Applies a verified callback; any other only triggers a poll (G27). */
  callback(message: Message, verdict: "applied" | "hint", sticker?: string | null): Promise<StoredCallback>;
}

export interface ScanSource {
  /** Maximum age of the scan in ms */
  ageMs: number;
  /** The scanned sticker; null: the till's own code */
  sticker: string | null;
}

export interface IntakePorts extends Pick<StorageContext, "clock" | "database" | "log" | "vault"> {
  language(posTid: string | null): CustomerLanguage;
  store: PaymentStore;
  permissions: Pick<Permissions, "handleScan" | "handleCallback">;
  /** @returns true when the payment waited for this scan */
  requestFromScan(posTid: string, scanToken: string): boolean;
  seen: SeenScans;
  /** The reply to the customer of an open payment; null when it asks no customer now */
  scanReply(posTid: string): string | null;
  onScan(posTid: string | null): void;
  pollSoon(posTid: string): void;
  /** Looks up an unknown tid, which can belong to a payment whose creation was never answered */
  adopt(tid: string): void;
  /** Polls the last scan now. @param sticker null: the till's own code */
  pollScan(sticker: string | null): void;
  /** Handles a scan that names no sale. @returns the reply to the customer; null when there is nothing new */
  stickerScan(scanToken: string, how: ScanSource): string | null;
  /** Service time in ms since the epoch, independent of this machine's clock; null before the first response */
  serviceNow(): number | null;
}

/** Replies to scans that lead to no payment. */
const SCAN_REPLIES: Record<"used" | "unknown", Record<CustomerLanguage, string>> = {
  used: {
    en: "This code has already been used. Ask at the till for a new one.",
    nb: "Denne koden er allerede brukt. Be om en ny i kassen.",
    sv: "Koden är redan använd. Be om en ny i kassan.",
    da: "Koden er allerede brugt. Bed om en ny ved kassen.",
    fi: "Koodi on jo käytetty. Pyydä kassalta uusi.",
    de: "Dieser Code wurde schon verwendet. Bitten Sie an der Kasse um einen neuen.",
    fr: "Ce code a déjà été utilisé. Demandez-en un nouveau à la caisse.",
    es: "Este código ya se ha usado. Pida uno nuevo en la caja.",
    pl: "Ten kod został już użyty. Poproś w kasie o nowy.",
    uk: "Цей код уже використано. Попросіть на касі новий.",
  },
  unknown: {
    en: "This code is not known to the till.",
    nb: "Kassen kjenner ikke denne koden.",
    sv: "Kassan känner inte till den här koden.",
    da: "Kassen kender ikke denne kode.",
    fi: "Kassa ei tunne tätä koodia.",
    de: "Die Kasse kennt diesen Code nicht.",
    fr: "La caisse ne connaît pas ce code.",
    es: "La caja no reconoce este código.",
    pl: "Kasa nie rozpoznaje tego kodu.",
    uk: "Каса не розпізнає цей код.",
  },
};

export function createIntake(ports: IntakePorts): Intake {
  const { store } = ports;
  /**
   * Payments announced by a callback without object, with the number of the last poll before it. The next news counts
   * as that callback's, unless a later poll found nothing new.
   */
  const announced = new Map<string, number>();
  const applyIfChanged: Intake["outcome"] = (posTid, outcome, source, recorded, ticket) => {
    if (isUnchanged(store, posTid, outcome)) return { result: "unchanged", shouldPoll: false };
    return store.commit(posTid, (now) => store.applyOutcome(posTid, outcome, source, now, recorded, ticket));
  };
  const intake: OutcomeIntake = {
    outcome(posTid, outcome, source, recorded, ticket) {
      const announcedAfter = announced.get(posTid);
      const isAnnounced = announcedAfter !== undefined && ticket !== undefined;
      const applied = applyIfChanged(posTid, outcome, isAnnounced ? "callback" : source, recorded, ticket);
      const isLater = isAnnounced && ticket.number > announcedAfter;
      if (applied.result === "applied" || (applied.result === "unchanged" && isLater)) announced.delete(posTid);
      if (applied.shouldPoll) ports.pollSoon(posTid);
      return applied;
    },
    scan(scan, how) {
      const posTid = scan.argstring ?? "";
      if (posTid === "") return ports.stickerScan(scanTokenIdentifier(scan.id), how);
      const identifier = scanTokenIdentifier(scan.id);
      const isOwn = ports.seen.requestedBy(identifier) === posTid;
      const { wasWaiting, isKnown } = deliverScan(ports, posTid, identifier);
      ports.onScan(isKnown ? posTid : null);
      if (wasWaiting) return null;
      const canScanAgain = !isOwn || isUnpaid(store, posTid);
      if (!canScanAgain) return ports.scanReply(posTid);
      return SCAN_REPLIES[isKnown ? "used" : "unknown"][ports.language(isKnown ? posTid : null)];
    },
  };
  return { ...intake, callback: callbackIntake(ports, intake, announced) };
}

type OutcomeIntake = Omit<Intake, "callback">;

/** Creates the callback intake, which applies each callback once. @param announced see {@link createIntake} */
function callbackIntake(ports: IntakePorts, intake: OutcomeIntake, announced: Map<string, number>): Intake["callback"] {
  const { database, clock, store, log } = ports;
  const digest = keyedDigests(ports.vault);
  const callbackOf = database.prepare<[string], { fingerprint: Buffer }>(
    "SELECT fingerprint FROM callback WHERE meta_id = ?",
  );
  const insertCallback = database.prepare(
    "INSERT INTO callback (meta_id, event, verdict, fingerprint, received_at) VALUES (?, ?, ?, ?, ?)",
  );

  const isRepeated = (metaId: string, fingerprint: Buffer) => {
    const stored = callbackOf.get(metaId);
    // Callbacks stored by earlier versions have no fingerprint.
    if (stored && stored.fingerprint.length > 0 && !stored.fingerprint.equals(fingerprint))
      log.warn({ metaId }, "a callback was repeated with different content");
    return stored !== undefined;
  };
  const commitTogether = groupCommit<StoredCallback>(database);

  return async (message, verdict, sticker = null) => {
    const fingerprint = digest(canonicalJson(message));
    if (isRepeated(message.metaId, fingerprint)) return REPEATED;
    const applyAndStore = () => {
      const reply = apply(ports, intake, { message, verdict, sticker });
      if (verdict !== "applied") return reply;
      const bareCallbackPayment = paymentOfBareCallback(store, message);
      if (bareCallbackPayment !== null)
        announced.set(bareCallbackPayment.posTid, store.openPoll(bareCallbackPayment.posTid).number);
      // Store the id only after the callback was applied: after a crash the next delivery applies it again, with the
      // same result. A hint never uses up an id, since the verified delivery may still come.
      transact(database, () => {
        insertCallback.run(message.metaId, message.event, verdict, fingerprint, clock.now());
        recordBareCallback(ports, message);
      });
      return reply;
    };
    // The outcome and the callback's id are one commit, shared with callbacks arriving at the same moment.
    if (message.kind !== "payment" || verdict !== "applied") return applyAndStore();
    return commitTogether(() => (isRepeated(message.metaId, fingerprint) ? REPEATED : applyAndStore()));
  };
}

const REPEATED: StoredCallback = { repeated: true };

/**
 * Passes a scan to the payment or data request with this id. `wasWaiting`: the request waited for the scan and asks the customer.
 */
function deliverScan(
  ports: IntakePorts,
  posTid: string,
  identifier: string,
): { wasWaiting: boolean; isKnown: boolean } {
  const { clock, database, permissions, requestFromScan, seen, store } = ports;
  return transact(database, () => {
    const scanResult = permissions.handleScan(posTid, identifier);
    const wasWaiting = scanResult === null ? requestFromScan(posTid, identifier) : scanResult === "waited";
    if (wasWaiting) seen.add(identifier, posTid, clock.now());
    return { wasWaiting, isKnown: scanResult !== null || store.rows.find(posTid) !== null };
  });
}

/** True when a payment ended without money, so that its customer needs a new code. */
function isUnpaid({ rows }: PaymentStore, posTid: string): boolean {
  const phase = rows.find(posTid)?.phase;
  return phase === "aborted" || phase === "expired" || phase === "rejected" || phase === "released";
}

function isUnchanged(store: PaymentStore, posTid: string, outcome: Outcome): boolean {
  const row = store.rows.find(posTid);
  if (store.hasPermissionNews(posTid, outcome)) return false;
  const isSettled = row !== null && row.held === null && !row.isUnknownAtService && !row.isUnreadable;
  return isSettled && row.outcome !== null && isIdentical(row.outcome, store.complete(posTid, outcome));
}

interface Delivery<M extends Message = Message> {
  message: M;
  verdict: "applied" | "hint";
  sticker: string | null;
}

function apply(ports: IntakePorts, intake: OutcomeIntake, delivery: Delivery): { text?: string } {
  const { message, verdict } = delivery;
  switch (message.kind) {
    case "scan":
      return applyScan(ports, intake, { ...delivery, message });
    case "payment":
      applyPayment(ports, intake, message, verdict);
      return {};
    case "permission":
      ports.permissions.handleCallback(message, verdict);
      return {};
    case "unknown":
      ports.log.info({ event: message.event }, "ignored a callback that this till does not handle");
      return {};
  }
}

function applyScan(
  ports: IntakePorts,
  intake: OutcomeIntake,
  { message: { scan, sentAt }, verdict, sticker }: Delivery<Extract<Message, { kind: "scan" }>>,
): { text?: string } {
  if (verdict !== "applied") {
    ports.pollScan(sticker);
    return {};
  }
  const now = ports.serviceNow();
  const ageMs = sentAt === null || now === null ? null : ageOf(now - sentAt);
  if (ageMs === null && !scan.argstring) {
    // A repeated callback may be of an earlier sale, so the service is asked for the scan's age.
    ports.pollScan(sticker);
    return { text: replyText("searching", ports.language(null)) };
  }
  const text = intake.scan(scan, { ageMs: ageMs ?? 0, sticker });
  return text === null ? {} : { text };
}

function applyPayment(
  { store, clock, pollSoon, adopt }: IntakePorts,
  intake: OutcomeIntake,
  message: Extract<Message, { kind: "payment" }>,
  verdict: "applied" | "hint",
): void {
  const row = paymentOfCallback(store, message);
  if (!row) {
    // The payment's creation may never have been answered: look the tid up at the service.
    if (verdict === "applied" && message.tid !== null) adopt(message.tid);
    return;
  }
  const outcome = verdict === "applied" && message.outcome ? readOutcome(message.outcome) : null;
  if (outcome) intake.outcome(row.posTid, outcome, "callback", [recordedCallback(clock.now(), wireOf(message))]);
  else pollSoon(row.posTid);
}

/** Records a callback that carries no object (section 6, rule 5). */
function recordBareCallback({ store, clock }: IntakePorts, message: Message): void {
  const row = paymentOfBareCallback(store, message);
  if (message.kind !== "payment" || row === null) return;
  const now = clock.now();
  store.exchanges.store([recordedCallback(now, wireOf(message))], { posTid: row.posTid, journal: null }, now);
}

function paymentOfBareCallback(store: PaymentStore, message: Message): PaymentRow | null {
  return message.kind === "payment" && message.outcome === null ? paymentOfCallback(store, message) : null;
}

/** Returns a payment callback in its wire format (2.6). */
function wireOf({ metaId, event, metaUri, outcome }: Extract<Message, { kind: "payment" }>) {
  return { meta: { id: metaId, event, uri: metaUri }, object: outcome };
}

/** Finds the payment of a callback, also before the response that names its tid. */
function paymentOfCallback(
  store: PaymentStore,
  { tid, posTid }: { tid: string | null; posTid: string | null },
): PaymentRow | null {
  const byTid = tid === null ? null : store.rows.findByTid(tid);
  const byPosTid = posTid === null ? null : store.rows.find(posTid);
  return byTid ?? (byPosTid?.tid === null ? byPosTid : null);
}
