/** What can be made to go wrong, on purpose: for the next so many requests of a kind, or as a standing condition. */
import { z } from "zod";
import type { PaymentOutcome } from "../contract/wire.ts";

/** What a request is, in the words of a person who wants it to fail. */
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

/** A fault as `POST /control/faults` takes it. It strikes after the request's credentials were checked. */
export const faultInput = z.discriminatedUnion("effect", [
  // The work is done, and the connection is destroyed before the answer.
  z.strictObject({ effect: z.literal("lose_answer"), ...aim }),
  // The connection is destroyed before any work.
  z.strictObject({ effect: z.literal("lose_request"), ...aim }),
  z.strictObject({ effect: z.literal("delay"), ...aim, ms: z.int().min(0).max(600_000) }),
  // Nothing is done, and this is the answer.
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

/** A request that waits, its work undone, until it is let go. */
export interface Hold {
  /** Resolves when the request has come. */
  readonly arrived: Promise<void>;
  /** Lets it go on. */
  release(): void;
}

/** What a request meets on its way. */
export type Ambush = Fault | { effect: "hold"; pass: () => Promise<void> };

/** How an endpoint behaves that a service may lack: as documented, or as a service that does not know it. */
export type Support = "supported" | 404 | 405;

/** What an id_token is: the service's own, or one that nobody may believe (2.4). */
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
  /** Adds a fault; those of a kind strike in the order they were added. */
  add(fault: FaultInput): void;
  loseAnswerTo(kind: RequestKind | "ANY", times?: number): void;
  loseRequest(kind: RequestKind | "ANY", times?: number): void;
  delay(kind: RequestKind | "ANY", ms: number, times?: number): void;
  /** Answers with a refusal that has a body by G18. */
  refuse(kind: RequestKind | "ANY", status?: number, times?: number): void;
  /** Answers 429 with a `Retry-After`, in seconds or as a date. */
  tooManyRequests(kind: RequestKind | "ANY", retryAfter: string, times?: number): void;
  /** Answers 5xx. */
  breakDown(kind: RequestKind | "ANY", status?: number, times?: number, retryAfter?: string | null): void;
  /** Stops the next request of a kind before its work. */
  hold(kind: RequestKind): Hold;
  /** The fault that strikes a request now, if any: it is used up once more. */
  strike(kind: RequestKind): Ambush | null;
  /** Faults still to come. */
  list(): Fault[];
  /** Everything works again. */
  clear(): void;
  /** Scans without a receiver (G14) */
  lastScan: Support;
  /** The user endpoint (G22) */
  users: Support;
  /** What the id_tokens of grants from now on are */
  idToken: IdTokenVariant;
  /** Whether callbacks are sent; those that are not are lost. */
  callbacks: boolean;
  /** Whether a signature's time is held against the moved clock alone (README: "Moving the clock"). */
  strictClock: boolean;
  /** How long outcomes go on saying what was true before a merchant's own change, in ms. */
  listLateMs: number;
  /** What a creation without a customer answers as `uri`; undefined: its claim link (G5). */
  claimUri: string | null | undefined;
  /** What the outcome endpoint says in place of the truth; in code alone. */
  tell: ((truth: PaymentOutcome) => PaymentOutcome) | null;
}

/** Makes the switchboard: at first everything works. @param users whether there is a user endpoint */
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
    tell: null,
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
      const held = holds.findIndex((one) => one.kind === kind);
      const [hold] = held >= 0 ? holds.splice(held, 1) : [];
      if (hold) return { effect: "hold", pass: hold.pass };
      const fault = waiting.find((one) => one.kind === kind || one.kind === "ANY");
      if (!fault) return null;
      fault.times -= 1;
      if (fault.times === 0) waiting.splice(waiting.indexOf(fault), 1);
      return fault;
    },
    list: () => waiting.map((fault) => ({ ...fault })),
    clear() {
      waiting.length = 0;
      for (const hold of holds.splice(0)) hold.release();
      const working = { lastScan: "supported", callbacks: true, strictClock: false, listLateMs: 0, tell: null };
      Object.assign(faults, { ...working, claimUri: undefined, users, idToken: "genuine" });
    },
  };
  return faults;
}
