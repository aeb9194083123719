/** Label, colour and icon of each payment phase, shared by all screens. */

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
import type { Operation, Payment } from "../../contract/payments/views.ts";
import type { Phase } from "../../contract/values/phases.ts";
import { wasRejectedByService } from "./result-reason.ts";

export type Tone = "waiting" | "reserved" | "paid" | "attention" | "failed" | "closed";

export interface Appearance {
  /** Translation key under `state` */
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

export const CHECKING: Appearance = { word: "checking", tone: "attention", Icon: TriangleAlert };

/** Shown when the service issued no code; the customer was never asked. */
const NO_CODE: Appearance = { word: "noCode", tone: "closed", Icon: Ban };

export function appearance(phase: Phase): Appearance {
  return APPEARANCE[phase];
}

/**
 * Appearance of a closed payment. Two cases differ from the phase: nothing was reserved, and the service rejected the
 * request.
 */
export function lookOf(payment: Payment): Appearance {
  if (payment.undoing) return APPEARANCE.aborted;
  if (payment.codeMissing) return NO_CODE;
  // The till cancels a code that was not scanned. Screens show it as expired.
  if (payment.phase === "aborted" && payment.codeRanOut) return APPEARANCE.expired;
  const isRefused = payment.phase === "rejected" || wasRejectedByService(payment);
  if (!isRefused) return appearance(payment.phase);
  const { rejected } = APPEARANCE;
  return payment.action === "AUTH" ? { ...rejected, word: "notReserved" } : rejected;
}

export function isUnanswered({ unknownSince, settledAt }: Operation): boolean {
  return unknownSince !== null && settledAt === null;
}

/** Appearance in a list: the phase, or "checking" while a response about money is missing. Cancels do not count. */
export function badgeOf(payment: Payment): Appearance {
  return !payment.undoing && payment.operations.some(isUnanswered) ? CHECKING : lookOf(payment);
}

/**
 * Without a response it is unknown whether the customer was asked. Such a payment can be cancelled, not discarded,
 * unless the service notified no customer.
 */
export function canDiscard({ kind, unknownSince, lastErrorReason }: Operation): boolean {
  return kind !== "create" || unknownSince === null || lastErrorReason?.code === "queue_asked_unknown";
}
