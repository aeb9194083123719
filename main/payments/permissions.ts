/**
 * What payments know of customers' data: that a payment may ask for it, that its token may pay, and that requests for it
 * go through the same queue, scans and messages. What becomes of any of it is `customers/`'s, further up.
 */
import type { CustomerLanguage } from "../../contract/customer-language.ts";
import type { Result } from "../../contract/errors.ts";
import type { Permission, Scope } from "../../contract/permissions.ts";
import type { Phase } from "../../contract/phases.ts";
import type { PermissionOutcome } from "../../contract/wire.ts";
import type { Message } from "../service/api/callback-message.ts";
import type { ServiceContext } from "../service/context.ts";
import type { Decision } from "./queue/judge.ts";
import type { OperationRow } from "./queue/operation.ts";

/** What a payment asks its customer for. */
export interface AskedWith {
  scope: Scope[];
  text: string | null;
}

/** One attempt at one of them. */
export interface RequestAttempt extends Pick<ServiceContext, "api" | "clock" | "random"> {
  operation: OperationRow;
  /** Whether the attempt before this one, of whichever operation, was refused for the till's credentials */
  credentialsRefused: boolean;
}

/** Requests in the queue that are of no payment. */
export interface OtherRequests {
  /** Runs a change of one as one transaction, with what follows from it. */
  commit<T>(posTid: string, change: (now: number) => T): T;
  /** Sends it, and settles it by the answer. @returns the decision, or null when it went through */
  perform(attempt: RequestAttempt): Promise<Decision | null>;
  /** It has waited for longer than its customer does. One that may have arrived is still sent, until it is answered. */
  giveUp(operation: OperationRow): void;
}

export interface Permissions {
  requests: OtherRequests;
  /** What a payment is to ask for; null: nothing. */
  asked(input: {
    scope?: Scope[] | undefined;
    scopeText?: string | undefined;
    preset?: string | undefined;
    language: CustomerLanguage;
  }): Result<AskedWith | null>;
  /** Inside the transaction that begins a payment which asks. */
  begin(payment: { posTid: string; preset: string | null } & AskedWith, actor: string | null, now: number): void;
  /** Inside the transaction that applies a payment's outcome: what it says of the permission (2.3); null: nothing. */
  takeIn(posTid: string, outcome: PermissionOutcome | null, now: number): void;
  /** Inside a payment's transaction: the phase that it has now. */
  follow(posTid: string, phase: Phase, now: number): void;
  /** Whether a payment's outcome may still tell something of its permission that is not known. */
  isWanted(posTid: string): boolean;
  view(posTid: string): Permission | null;
  /** The token by which a customer said that they may be charged again, and whose it is, masked. */
  tokenOf(posTid: string): Result<{ identifier: string; customer: string | null }>;
  /** A scan of a code that is no payment's. @returns what became of it; null: nothing has this name */
  scanned(posTid: string, scanToken: string): "waited" | "used" | null;
  /** When the newest code that still waits for its scan was first shown, in ms since the epoch */
  newestCodeShownAt(): number | null;
  /** A message of the service's; a hint only makes the till ask. */
  callback(message: Extract<Message, { kind: "permission" }>, verdict: "applied" | "hint"): void;
}
