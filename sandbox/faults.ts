/** Fault injection: for the next requests of a kind, or as a permanent condition. */
import { z } from "zod";
import type { PaymentOutcome } from "../contract/wire/wire.ts";

export const REQUEST_KINDS = [
  "CREATE",
  "CAPTURE",
  "RELEASE",
  "ABORT",
  "REFUND",
  "REAUTH",
  "OUTCOME",
  "PAYMENT",
  "PERMISSION",
  "POS",
  "SHORTLINK",
  "LAST_SCAN",
  "MERCHANT",
  "USER",
  "APPLICATION",
  "STATUS_CODE",
  "ATTACHMENT",
  "OAUTH",
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const aim = {
  kind: z.enum([...REQUEST_KINDS, "ANY"]),
  times: z.int().min(1).max(1_000_000).default(1),
};

/** A fault as in `POST /control/faults`. It applies after authentication. */
export const faultInput = z.discriminatedUnion("effect", [
  // Does the work and closes the connection before the response.
  z.strictObject({ effect: z.literal("lose_answer"), ...aim }),
  // Closes the connection before any work.
  z.strictObject({ effect: z.literal("lose_request"), ...aim }),
  z.strictObject({ effect: z.literal("delay"), ...aim, ms: z.int().min(0).max(600_000) }),
  // Does no work and sends this response.
  z.strictObject({
    effect: z.literal("answer"),
    ...aim,
    status: z.int().min(200).max(599),
    retryAfter: z.string().max(100).nullable().default(null),
    contentType: z.string().max(200).nullable().default(null),
    body: z.string().max(20_000_000).nullable().default(null),
  }),
]);
export type FaultInput = z.input<typeof faultInput>;
export type Fault = z.output<typeof faultInput>;

export interface Hold {
  readonly arrived: Promise<void>;
  release(): void;
}

export type FaultOrHold = Fault | { effect: "hold"; pass: () => Promise<void> };

/** Behaviour of an optional endpoint: supported, or an error as if unknown. */
export type Support = "supported" | 404 | 405;

/** Kind of id_token: valid, or with a specific defect (2.4). */
export const ID_TOKEN_VARIANTS = [
  "genuine",
  "forged",
  "expired",
  "wrong_issuer",
  "wrong_audience",
  "wrong_nonce",
  "unsigned",
  "symmetric",
] as const;
export type IdTokenVariant = (typeof ID_TOKEN_VARIANTS)[number];

export interface Faults {
  add(fault: FaultInput): void;
  loseAnswerTo(kind: RequestKind | "ANY", times?: number): void;
  loseRequest(kind: RequestKind | "ANY", times?: number): void;
  delay(kind: RequestKind | "ANY", ms: number, times?: number): void;
  refuse(kind: RequestKind | "ANY", status?: number, times?: number): void;
  /** Responds 429 with a `Retry-After`, in seconds or as a date. */
  tooManyRequests(kind: RequestKind | "ANY", retryAfter: string, times?: number): void;
  breakDown(kind: RequestKind | "ANY", status?: number, times?: number, retryAfter?: string | null): void;
  /** Holds the next request of a kind before its work. */
  hold(kind: RequestKind): Hold;
  strike(kind: RequestKind): FaultOrHold | null;
  list(): Fault[];
  clear(): void;
  /** Last-scan endpoint (G14) */
  lastScan: Support;
  /** User endpoint (G22) */
  users: Support;
  idToken: IdTokenVariant;
  /** True if callbacks are sent; otherwise they are lost. */
  callbacks: boolean;
  /** Whether timestamps are compared only with the adjusted clock (README, "Decisions"). */
  strictClock: boolean;
  /** How long outcomes show the state before the merchant's own change, in ms. */
  listLateMs: number;
  /** The `uri` of a payment request without a customer; undefined means its claim link (G5). */
  claimUri: string | null | undefined;
  /** Replaces the outcome endpoint's response; not available over HTTP. */
  overrideOutcome: ((actual: PaymentOutcome) => PaymentOutcome) | null;
}

/** Creates the fault switches, initially without faults. @param users whether the user endpoint exists */
export function createFaults(users: Support = "supported"): Faults {
  const waiting: Fault[] = [];
  const holds: { kind: RequestKind; pass: () => Promise<void>; release: () => void }[] = [];

  const faults: Faults = {
    lastScan: "supported",
    users,
    idToken: "genuine",
    callbacks: true,
    strictClock: false,
    listLateMs: 0,
    claimUri: undefined,
    overrideOutcome: null,
    add: (fault) => void waiting.push(faultInput.parse(fault)),
    loseAnswerTo: (kind, times = 1) => faults.add({ effect: "lose_answer", kind, times }),
    loseRequest: (kind, times = 1) => faults.add({ effect: "lose_request", kind, times }),
    delay: (kind, ms, times = 1) => faults.add({ effect: "delay", kind, times, ms }),
    refuse: (kind, status = 400, times = 1) => faults.add({ effect: "answer", kind, times, status }),
    tooManyRequests: (kind, retryAfter, times = 1) =>
      faults.add({ effect: "answer", kind, times, status: 429, retryAfter }),
    breakDown: (kind, status = 503, times = 1, retryAfter = null) =>
      faults.add({ effect: "answer", kind, times, status, retryAfter }),
    hold(kind) {
      const came = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const pass = () => {
        came.resolve();
        return gate.promise;
      };
      holds.push({ kind, pass, release: gate.resolve });
      return { arrived: came.promise, release: gate.resolve };
    },
    strike(kind) {
      const holdIndex = holds.findIndex((each) => each.kind === kind);
      const [hold] = holdIndex >= 0 ? holds.splice(holdIndex, 1) : [];
      if (hold) return { effect: "hold", pass: hold.pass };
      const fault = waiting.find((each) => each.kind === kind || each.kind === "ANY");
      if (!fault) return null;
      fault.times -= 1;
      if (fault.times === 0) waiting.splice(waiting.indexOf(fault), 1);
      return fault;
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting.length = 0;
      for (const hold of holds.splice(0)) hold.release();
      const working = {
        lastScan: "supported",
        callbacks: true,
        strictClock: false,
        listLateMs: 0,
        overrideOutcome: null,
      };
      Object.assign(faults, { ...working, claimUri: undefined, users, idToken: "genuine" });
    },
  };
  return faults;
}
