/**
 * The interface of payments to customers' data, which `customers/` implements. Data requests share the queue, scans and
 * callbacks.
 */

import type { Result } from "../../contract/calls/errors.ts";
import type { Permission, Scope } from "../../contract/customers/permissions.ts";
import type { CustomerLanguage } from "../../contract/values/customer-language.ts";
import type { Phase } from "../../contract/values/phases.ts";
import type { PermissionOutcome } from "../../contract/wire/wire.ts";
import type { Message } from "../service/api/callback-message.ts";
import type { ServiceContext } from "../service/context.ts";
import type { Decision } from "./queue/judge.ts";
import type { OperationRow } from "./queue/operation.ts";

export interface RequestedData {
  scope: Scope[];
  text: string | null;
}

export interface RequestAttempt extends Pick<ServiceContext, "api" | "clock" | "random"> {
  operation: OperationRow;
  /** True when the previous attempt of any operation was refused for the till's credentials */
  credentialsRefused: boolean;
}

/** Queued requests that belong to no payment. */
export interface DataRequests {
  commit<T>(posTid: string, change: (now: number) => T): T;
  /** Sends a request and settles it. @returns the decision; null when it succeeded */
  perform(attempt: RequestAttempt): Promise<Decision | null>;
  /**
   * Ends a request that waited longer than its customer does. One that may have arrived is still sent until answered.
   */
  giveUp(operation: OperationRow): void;
}

export interface Permissions {
  requests: DataRequests;
  /** Returns the data that a payment will ask for; null for none. */
  requestedData(input: {
    scope?: Scope[] | undefined;
    scopeText?: string | undefined;
    preset?: string | undefined;
    language: CustomerLanguage;
  }): Result<RequestedData | null>;
  /** Stores the request for data, inside the transaction that starts its payment. */
  createRequest(
    payment: { posTid: string; preset: string | null } & RequestedData,
    actor: string | null,
    now: number,
  ): void;
  /** Applies the permission in a payment's outcome (2.3), inside that transaction. null: none */
  applyPermissionOutcome(posTid: string, outcome: PermissionOutcome | null, now: number): void;
  follow(posTid: string, phase: Phase, now: number): void;
  /** True while a payment's outcome can still contain news about its permission. */
  isWanted(posTid: string): boolean;
  view(posTid: string): Permission | null;
  /** Returns a token for charging a customer again, with the masked customer. */
  tokenOf(posTid: string): Result<{ identifier: string; customer: string | null }>;
  /** Passes on a scan that is not a payment's. @returns null when the id is unknown */
  handleScan(posTid: string, scanToken: string): "waited" | "used" | null;
  /** When the newest unscanned code was first shown, in ms since the epoch */
  newestCodeShownAt(): number | null;
  /** Handles a callback. A hint only triggers a poll. */
  handleCallback(message: Extract<Message, { kind: "permission" }>, verdict: "applied" | "hint"): void;
}
