/** Cash registers and other programs: identity, permissions and refund requests. */
import type { Role } from "../values/roles.ts";

/**
 * `sell`: start and cancel payments · `capture`: capture and release · `refund`: up to the limit · `read`: all payments
 */
export const REGISTER_RIGHTS = ["sell", "capture", "refund", "read"] as const;

export type RegisterRight = (typeof REGISTER_RIGHTS)[number];

/** Behaviour of a start while the counter is in use: wait, or return `busy`. */
export const BUSY_MODES = ["queue", "refuse"] as const;

export interface RegisterClient {
  id: string;
  /** Recorded in its payments and in the journal */
  name: string;
  rights: readonly RegisterRight[];
  /** Maximum total refunded per payment without approval, in minor units; null: no limit */
  refundLimit: number | null;
}

/** Programs that write request files. The folder has no key, only file permissions, so every refund needs approval. */
export const FOLDER_CLIENT: RegisterClient = {
  id: "folder",
  name: "folder",
  rights: ["sell", "capture", "refund", "read"],
  refundLimit: 0,
};

const ROLE_RIGHTS = {
  sell: ["sale", "abort", "discount"],
  capture: ["capture", "release"],
  refund: ["refund"],
  read: [],
} as const satisfies Record<RegisterRight, Role["rights"]>;

/** Returns a register's role, so that the same rules apply as for users. */
export function roleOfRegister({ id, name, rights, refundLimit }: RegisterClient): Role {
  return { id: `register:${id}`, name, rights: rights.flatMap((right) => ROLE_RIGHTS[right]), refundLimit };
}

export interface RefundRequest {
  /** The refund's id at the service if approved */
  refundId: string;
  posTid: string;
  number: string;
  currency: string;
  register: string;
  amount: number;
  additionalAmount: number;
  reason: string;
  askedAt: string;
  state: "waiting" | "approved" | "declined";
}

export interface RegisterView extends RegisterClient {
  createdAt: string;
  /** Accurate to the minute; null: never */
  lastSeenAt: string | null;
}

/** TLS certificate for registers, also available at `/api/v1/certificate.pem`. */
export interface RegisterCertificate {
  /** SHA-256 in the notation of browsers and OpenSSL */
  fingerprint: string;
  /** ISO 8601 */
  until: string;
  /** Generated and renewed by the till */
  isOwn: boolean;
}

/** A text, a code to scan, or a yes/no question on the customer display. */
export const SCREEN_KINDS = ["text", "code", "question"] as const;

/** `waiting`: for the display */
export const SCREEN_STATES = ["waiting", "shown", "answered", "replaced", "expired", "withdrawn"] as const;

export type ScreenState = (typeof SCREEN_STATES)[number];

export const SCREEN_ANSWERS = ["yes", "no"] as const;

export type ScreenAnswer = (typeof SCREEN_ANSWERS)[number];

export interface ScreenView {
  screenId: string;
  state: ScreenState;
  answer: ScreenAnswer | null;
}

/** The current user of the counter's screen. */
export interface ScreenHolder {
  /** A register, the signed-in user, or `cashier` with no user signed in */
  holder: string;
  /** ISO 8601 */
  since: string;
}
