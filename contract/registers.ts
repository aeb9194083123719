/** Cash registers and other programs at the till: who they are, what they may do, and what of theirs waits for a person. */
import type { Role } from "./roles.ts";
import type { WebhookView } from "./webhooks.ts";

/** `sell`: begin and cancel payments · `capture`: capture and release · `refund`: up to a limit · `read`: everybody's payments */
export const REGISTER_RIGHTS = ["sell", "capture", "refund", "read"] as const;

export type RegisterRight = (typeof REGISTER_RIGHTS)[number];

/** What a register does when somebody else has the counter's screen: wait for its turn on it, or hear who has it. */
export const WHEN_BUSY = ["queue", "refuse"] as const;

/** A program that has a key to this till. */
export interface RegisterClient {
  id: string;
  /** What the payments that it begins say, and the journal */
  name: string;
  rights: readonly RegisterRight[];
  /** How much of one payment it may give back on its own, in minor units; null: all of it */
  refundLimit: number | null;
}

/**
 * Whoever writes files into the folder of registers. It has no key but the folder's permissions, so that every refund
 * waits for a person at the till.
 */
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

/** A register as a role of its own: what people may do is decided by the same rules. */
export function roleOfRegister({ id, name, rights, refundLimit }: RegisterClient): Role {
  return { id: `register:${id}`, name, rights: rights.flatMap((right) => ROLE_RIGHTS[right]), refundLimit };
}

/** A refund that a register asked for and may not make on its own: a person at the till approves or declines it. */
export interface RefundRequest {
  /** What the refund is called at the service once it is approved */
  refundId: string;
  posTid: string;
  /** The payment's number, which people say */
  number: string;
  currency: string;
  /** Who asked */
  register: string;
  amount: number;
  additionalAmount: number;
  reason: string;
  askedAt: string;
  state: "waiting" | "approved" | "declined";
}

/** A register as its owner sees it. */
export interface RegisterView extends RegisterClient {
  createdAt: string;
  /** To the minute; null: it was never seen */
  lastSeenAt: string | null;
}

/** What registers see of the till over TLS: they may take it from `/api/v1/certificate.pem`, and compare it by this. */
export interface RegisterCertificate {
  /** SHA-256, as browsers and OpenSSL write it */
  fingerprint: string;
  /** ISO 8601 */
  until: string;
  /** The till made it itself, and renews it */
  isOwn: boolean;
}

/** What a register may have on the customer's screen: a text, a code to scan, or a question that is answered yes or no. */
export const SCREEN_KINDS = ["text", "code", "question"] as const;

/** `waiting`: for the screen · `shown`: it stands there · and how it ended */
export const SCREEN_STATES = ["waiting", "shown", "answered", "replaced", "expired", "withdrawn"] as const;

export type ScreenState = (typeof SCREEN_STATES)[number];

export const SCREEN_ANSWERS = ["yes", "no"] as const;

export type ScreenAnswer = (typeof SCREEN_ANSWERS)[number];

/** What became of a register's message on the customer's screen. */
export interface ScreenView {
  screenId: string;
  state: ScreenState;
  /** What the customer said; null: nothing, or nothing was asked */
  answer: ScreenAnswer | null;
}

export interface RegisterValues {
  /** By their names. `url`: where they reach the till; null: it does not listen for them. `certificate`: null: no TLS */
  "register.list": {
    items: RegisterView[];
    url: string | null;
    certificate: RegisterCertificate | null;
    webhooks: WebhookView[];
  };
  /** `key`: told here, and never again */
  "register.add": { register: RegisterView; key: string };
  "register.change": RegisterView;
  /** What it was */
  "register.revoke": RegisterView;
  /** `secret`: told here, and never again */
  "register.addWebhook": { webhook: WebhookView; secret: string };
  "register.renewWebhook": { webhook: WebhookView; secret: string };
  /** What it was */
  "register.removeWebhook": WebhookView;
  /** `taken`: it answered 2xx; `detail`: else what came of it, an HTTP status or the system's code */
  "register.testWebhook": { taken: boolean; detail: string };
  /** The oldest first */
  "register.refunds": { items: RefundRequest[] };
  "register.declineRefund": RefundRequest;
}

/** Who has the counter's screen. */
export interface ScreenHolder {
  /** The register, the signed-in user, or `cashier` where nobody is signed in */
  holder: string;
  /** ISO 8601 */
  since: string;
}
