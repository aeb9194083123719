/**
 * Intake of outcomes and scans from callbacks and polling. Drops duplicates and outdated ones, and applies each new one
 * as one transaction of the payment store.
 */

import { canonicalJson } from "../../../contract/canonical-json.ts";
import type { CustomerLanguage } from "../../../contract/customer-language.ts";
import type { Scan } from "../../../contract/wire.ts";
import type { Message } from "../../service/api/callback-message.ts";
import type { StoredCallback } from "../../service/callbacks/receiver.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { groupCommit } from "../../storage/database/group-commit.ts";
import type { PollTicket } from "../answer-order.ts";
import { type RecordedExchange, recordedCallback } from "../exchanges/recorder.ts";
import { type Outcome, readOutcome } from "../outcome.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Permissions } from "../permissions.ts";
import { isIdentical } from "../plausibility.ts";
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
    asked?: PollTicket,
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
  permissions: Pick<Permissions, "scanned" | "callback">;
  /** @returns true when the payment waited for this scan */
  scanned(posTid: string, scanToken: string): boolean;
  seen: SeenScans;
  /** The reply to the customer of an open payment; null when it asks no customer now */
  askedText(posTid: string): string | null;
  onScan(posTid: string | null): void;
  pollSoon(posTid: string): void;
  /** Looks up an unknown tid, which can belong to a payment whose creation was never answered */
  adopt(tid: string): void;
  /** Polls the last scan now. @param sticker null: the till's own code */
  lookForScan(sticker: string | null): void;
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
  const told = new Map<string, number>();
  const takeIn: Intake["outcome"] = (posTid, outcome, source, recorded, asked) => {
    if (isUnchanged(store, posTid, outcome)) return { is: "same", ask: false };
    return store.commit(posTid, (now) => store.takeIn(posTid, outcome, source, now, recorded, asked));
  };
  const heard: AppliesNews = {
    outcome(posTid, outcome, way, recorded, asked) {
      const toldAfter = told.get(posTid);
      const isTold = toldAfter !== undefined && asked !== undefined;
      const taken = takeIn(posTid, outcome, isTold ? "callback" : way, recorded, asked);
      const isLater = isTold && asked.number > toldAfter;
      if (taken.is === "news" || (taken.is === "same" && isLater)) told.delete(posTid);
      if (taken.ask) ports.pollSoon(posTid);
      return taken;
    },
    scan(scan, how) {
      const posTid = scan.argstring ?? "";
      if (posTid === "") return ports.stickerScan(scanTokenIdentifier(scan.id), how);
      const identifier = scanTokenIdentifier(scan.id);
      const isOwn = ports.seen.askedBy(identifier) === posTid;
      const { waited, known } = passScan(ports, posTid, identifier);
      ports.onScan(known ? posTid : null);
      if (waited) return null;
      const canScanAgain = !isOwn || isUnpaid(store, posTid);
      if (!canScanAgain) return ports.askedText(posTid);
      return SCAN_REPLIES[known ? "used" : "unknown"][ports.language(known ? posTid : null)];
    },
  };
  return { ...heard, callback: callbackIntake(ports, heard, told) };
}

type AppliesNews = Omit<Intake, "callback">;

/** Creates the callback intake, which applies each callback once. @param told see {@link createIntake} */
function callbackIntake(ports: IntakePorts, heard: AppliesNews, told: Map<string, number>): Intake["callback"] {
  const { database, clock, store, log } = ports;
  const digest = keyedDigests(ports.vault);
  const callbackOf = database.prepare<[string], { fingerprint: Buffer }>(
    "SELECT fingerprint FROM callback WHERE meta_id = ?",
  );
  const remember = database.prepare(
    "INSERT INTO callback (meta_id, event, verdict, fingerprint, received_at) VALUES (?, ?, ?, ?, ?)",
  );

  const isRepeated = (metaId: string, fingerprint: Buffer) => {
    const before = callbackOf.get(metaId);
    // Callbacks stored by earlier versions have no fingerprint.
    if (before && before.fingerprint.length > 0 && !before.fingerprint.equals(fingerprint))
      log.warn({ metaId }, "a callback was repeated with different content");
    return before !== undefined;
  };
  const together = groupCommit<StoredCallback>(database);

  return async (message, verdict, sticker = null) => {
    const fingerprint = digest(canonicalJson(message));
    if (isRepeated(message.metaId, fingerprint)) return REPEATED;
    const take = () => {
      const reply = apply(ports, heard, { message, verdict, sticker });
      if (verdict !== "applied") return reply;
      const silent = paymentOfBareCallback(store, message);
      if (silent !== null) told.set(silent.posTid, store.question(silent.posTid).number);
      // Store the id only after the callback was applied: after a crash the next delivery applies it again, with the
      // same result. A hint never uses up an id, since the verified delivery may still come.
      transact(database, () => {
        remember.run(message.metaId, message.event, verdict, fingerprint, clock.now());
        recordBareCallback(ports, message);
      });
      return reply;
    };
    // The outcome and the callback's id are one commit, shared with callbacks arriving at the same moment.
    if (message.kind !== "payment" || verdict !== "applied") return take();
    return together(() => (isRepeated(message.metaId, fingerprint) ? REPEATED : take()));
  };
}

const REPEATED: StoredCallback = { repeated: true };

/**
 * Passes a scan to the payment or data request with this id. `waited`: it waited for the scan and asks the customer.
 */
function passScan(ports: IntakePorts, posTid: string, identifier: string): { waited: boolean; known: boolean } {
  const { clock, database, permissions, scanned, seen, store } = ports;
  return transact(database, () => {
    const asking = permissions.scanned(posTid, identifier);
    const waited = asking === null ? scanned(posTid, identifier) : asking === "waited";
    if (waited) seen.add(identifier, posTid, clock.now());
    return { waited, known: asking !== null || store.rows.find(posTid) !== null };
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
  const isQuiet = row !== null && row.held === null && !row.disowned && !row.unreadable;
  return isQuiet && row.outcome !== null && isIdentical(row.outcome, store.complete(posTid, outcome));
}

interface Delivery<M extends Message = Message> {
  message: M;
  verdict: "applied" | "hint";
  sticker: string | null;
}

function apply(ports: IntakePorts, intake: AppliesNews, delivered: Delivery): { text?: string } {
  const { message, verdict } = delivered;
  switch (message.kind) {
    case "scan":
      return applyScan(ports, intake, { ...delivered, message });
    case "payment":
      applyPayment(ports, intake, message, verdict);
      return {};
    case "permission":
      ports.permissions.callback(message, verdict);
      return {};
    case "unknown":
      ports.log.info({ event: message.event }, "ignored a callback that this till does not handle");
      return {};
  }
}

function applyScan(
  ports: IntakePorts,
  intake: AppliesNews,
  { message: { scan, sentAt }, verdict, sticker }: Delivery<Extract<Message, { kind: "scan" }>>,
): { text?: string } {
  if (verdict !== "applied") {
    ports.lookForScan(sticker);
    return {};
  }
  const now = ports.serviceNow();
  const ageMs = sentAt === null || now === null ? null : ageOf(now - sentAt);
  if (ageMs === null && !scan.argstring) {
    // A repeated callback may be of an earlier sale, so the service is asked for the scan's age.
    ports.lookForScan(sticker);
    return { text: replyText("moment", ports.language(null)) };
  }
  const text = intake.scan(scan, { ageMs: ageMs ?? 0, sticker });
  return text === null ? {} : { text };
}

function applyPayment(
  { store, clock, pollSoon, adopt }: IntakePorts,
  intake: AppliesNews,
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
  store.exchanges.keep([recordedCallback(now, wireOf(message))], { posTid: row.posTid, journal: null }, now);
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
  const named = tid === null ? null : store.rows.findByTid(tid);
  const unnamed = posTid === null ? null : store.rows.find(posTid);
  return named ?? (unnamed?.tid === null ? unnamed : null);
}
