/** One table for every screen: how each phase of a payment is said, coloured and drawn. */
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  ClockAlert,
  LockKeyhole,
  LockKeyholeOpen,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import type { Phase } from "../../contract/phases.ts";
import type { Operation, Payment } from "../../contract/views.ts";
import { wasNotAccepted } from "./refused.ts";

/** The six things that a colour can mean. */
export type Tone = "waiting" | "reserved" | "paid" | "attention" | "failed" | "closed";

export interface Appearance {
  /** Key of the word in the catalogue, under `state` */
  word: Phase | "checking" | "noCode" | "notReserved";
  tone: Tone;
  Icon: LucideIcon;
}

export const APPEARANCE: Record<Phase, Appearance> = {
  draft: { word: "draft", tone: "waiting", Icon: CircleDashed },
  queued: { word: "queued", tone: "waiting", Icon: CircleDashed },
  waiting: { word: "waiting", tone: "waiting", Icon: CircleDotDashed },
  authorised: { word: "authorised", tone: "reserved", Icon: LockKeyhole },
  partly_captured: { word: "partly_captured", tone: "reserved", Icon: LockKeyhole },
  captured: { word: "captured", tone: "paid", Icon: CircleCheck },
  partly_refunded: { word: "partly_refunded", tone: "paid", Icon: Undo2 },
  attention: { word: "attention", tone: "attention", Icon: TriangleAlert },
  rejected: { word: "rejected", tone: "failed", Icon: OctagonX },
  aborted: { word: "aborted", tone: "closed", Icon: Ban },
  expired: { word: "expired", tone: "closed", Icon: ClockAlert },
  released: { word: "released", tone: "closed", Icon: LockKeyholeOpen },
  refunded: { word: "refunded", tone: "closed", Icon: Undo2 },
};

/** Of what is being asked about without an answer. */
export const CHECKING: Appearance = { word: "checking", tone: "attention", Icon: TriangleAlert };

/** Of what the service gave no code for: no customer was asked. */
const NO_CODE: Appearance = { word: "noCode", tone: "closed", Icon: Ban };

/** How a phase looks. */
export function appearance(phase: Phase): Appearance {
  return APPEARANCE[phase];
}

/**
 * How a payment that is over looks: as its phase, but that nobody reserved anything is no sale that was not paid, and
 * that a request which the service refused needs no checking: nobody was asked.
 */
export function lookOf(payment: Payment): Appearance {
  if (payment.undoing) return APPEARANCE.aborted;
  if (payment.codeMissing) return NO_CODE;
  // The till ends a code that nobody scanned by cancelling it; to people it ran out.
  if (payment.phase === "aborted" && payment.codeRanOut) return APPEARANCE.expired;
  const isRefused = payment.phase === "rejected" || wasNotAccepted(payment);
  if (!isRefused) return appearance(payment.phase);
  const { rejected } = APPEARANCE;
  return payment.action === "AUTH" ? { ...rejected, word: "notReserved" } : rejected;
}

/** Whether an operation was sent, and its answer is still missing. */
export function isUnanswered({ unknownSince, settledAt }: Operation): boolean {
  return unknownSince !== null && settledAt === null;
}

/** How a payment looks in a list: as its phase, or as "checking" while an answer about its money is lost, which a cancel is not. */
export function badgeOf(payment: Payment): Appearance {
  return !payment.undoing && payment.operations.some(isUnanswered) ? CHECKING : lookOf(payment);
}
