/** State of open vends in this run: their ages by the monotonic clock, and the machine's responses. */
import type { Clock } from "../../lib/clock.ts";
import { createStopwatch } from "../../payments/queue/stopwatch.ts";
import type { VendOrderAnswer, VendReport } from "../dispenser.ts";
import type { VendRow } from "./rows.ts";
import type { VendTime } from "./step.ts";

/** Usual corrections of the wall clock are smaller. */
const CLOCK_CORRECTION_MS = 2000;
/** A machine polled at least once a minute is silent after this long without a response. */
const SILENT_MS = 120_000;

interface VendContact {
  /** Time of the order, or of the first contact about the vend, in this run (monotonic ms) */
  since: number | null;
  contactedAt: number | null;
  respondedAt: number | null;
  /** When the machine last accepted the order, or reported on it */
  usefulAt: number | null;
  /** Start of the period in which the machine has reported only "unknown vend" */
  unknownSince: number | null;
  /** Ordered in this run, or reported as unknown by the machine in this run */
  isMachineNew: boolean;
  isUnanswered: boolean;
  /** True if the vend's time lies in the wall clock's future, so its age is unknown */
  isInFuture: boolean;
  unreadable: ReadonlySet<string>;
}

export type Watch = ReturnType<typeof watchVends>;

function trackContacts(clock: Clock) {
  const contacts = new Map<string, VendContact>();
  const stopwatch = createStopwatch(clock);
  const ageOf = (id: string, since: number | null) =>
    since === null ? null : stopwatch.ageOf({ id, createdAt: since, retriedAt: null });
  const contactOf = (posTid: string, since: number | null): VendContact => {
    const isInFuture = since !== null && clock.now() + CLOCK_CORRECTION_MS < since;
    const contact = contacts.get(posTid) ?? { ...NO_CONTACT, isInFuture };
    contacts.set(posTid, contact);
    return contact;
  };
  const beginContact = (row: VendRow): VendContact => {
    const contact = contactOf(row.posTid, row.orderedAt);
    contact.since ??= clock.monotonic();
    return contact;
  };
  const recordResponse = (contact: VendContact, response: VendOrderAnswer | VendReport["state"]) => {
    contact.contactedAt = clock.monotonic();
    if (response !== "unreached" && response !== "unreadable") contact.respondedAt = contact.contactedAt;
    if (typeof response !== "string" || USEFUL.has(response)) contact.usefulAt = contact.contactedAt;
  };
  /** Returns the time without useful information from the machine about a vend in this run, in ms. */
  const quietMs = (posTid: string) => {
    const contact = contacts.get(posTid);
    const usefulAt = contact?.usefulAt ?? contact?.since ?? null;
    return usefulAt === null ? 0 : clock.monotonic() - usefulAt;
  };
  const isFirstProblem = (posTid: string, field: string) => {
    const contact = contactOf(posTid, null);
    const isFirst = !contact.unreadable.has(field);
    contact.unreadable = new Set([...contact.unreadable, field]);
    return isFirst;
  };
  return { ageOf, contacts, contactOf, beginContact, recordResponse, quietMs, isFirstProblem };
}

const USEFUL: ReadonlySet<string> = new Set([
  ...(["accepted", "refused", "pending", "done", "failed", "unknown"] satisfies (
    | VendOrderAnswer
    | VendReport["state"]
  )[]),
]);

/** Creates the record of contacts with the machine in this run. */
export function watchVends(clock: Clock) {
  const { ageOf, contacts, contactOf, beginContact, recordResponse, ...queries } = trackContacts(clock);
  return {
    ...queries,
    /** @param requestedAt time of the payment request, ms since the epoch */
    timeOf(row: VendRow, requestedAt: number | null): VendTime {
      const contact = contactOf(row.posTid, row.orderedAt ?? requestedAt);
      const requestAge = ageOf(row.posTid, row.approvedAt ?? requestedAt);
      return {
        age: ageOf(row.id, row.orderedAt ?? row.restoredAt) ?? 0,
        sinceRequestMs: requestAge !== null && contact.isInFuture ? Number.POSITIVE_INFINITY : requestAge,
        followedMs: contact.since === null ? 0 : clock.monotonic() - contact.since,
        canSendOrder: contact.isMachineNew && !contact.isInFuture,
        isUnanswered: contact.isUnanswered,
        unknownToMachineMs: contact.unknownSince === null ? 0 : clock.monotonic() - contact.unknownSince,
      };
    },
    orderPlaced(posTid: string): void {
      const since = clock.monotonic();
      contacts.set(posTid, { ...NO_CONTACT, since, isMachineNew: true, isUnanswered: false });
    },
    /** Sends the order. An unanswered one may arrive after later responses. */
    async sendOrder(row: VendRow, send: () => Promise<VendOrderAnswer>): Promise<VendOrderAnswer> {
      const contact = beginContact(row);
      const wasUnanswered = contact.isUnanswered;
      contact.isUnanswered = true;
      const answer = await send();
      if (answer !== "unreached") contact.isUnanswered = wasUnanswered;
      contact.unknownSince = null;
      recordResponse(contact, answer);
      return answer;
    },
    async pollReport(row: VendRow, send: () => Promise<VendReport>): Promise<VendReport> {
      const contact = beginContact(row);
      const report = await send();
      const isUnknownVend = report.state === "strange";
      if (isUnknownVend) contact.isMachineNew = true;
      // No response does not prove that the machine lost the vend: it may be restarting.
      contact.unknownSince = isUnknownVend ? (contact.unknownSince ?? clock.monotonic()) : null;
      recordResponse(contact, report.state);
      return report;
    },
    pauseLeft(posTid: string, pause: number): number {
      const last = contacts.get(posTid)?.contactedAt ?? null;
      return last === null ? 0 : last + pause - clock.monotonic();
    },
    isSilent(posTid: string): boolean {
      const contact = contacts.get(posTid);
      const since = contact?.respondedAt ?? contact?.since ?? null;
      return since !== null && clock.monotonic() - since >= SILENT_MS;
    },
    forgetOthers(open: readonly string[]): void {
      for (const posTid of contacts.keys()) if (!open.includes(posTid)) contacts.delete(posTid);
    },
  };
}

const NO_CONTACT: VendContact = {
  since: null,
  contactedAt: null,
  respondedAt: null,
  usefulAt: null,
  unknownSince: null,
  isMachineNew: false,
  isUnanswered: true,
  isInFuture: false,
  unreadable: new Set(),
};
