import type { OperationKind } from "../../../contract/payments/views.ts";
import { type Reason, unpackReason } from "../../../contract/reasons/reasons.ts";
import { numberOrNull, type Stored, textOrNull } from "../../storage/database/columns.ts";
import type { OperationRow, StoredState } from "./operation.ts";

type Bytes = Pick<OperationRow, "body" | "isIntact">;

/**
 * An operation whose bytes are read only when it is sent. A class, because per-object getters are slow for long lists.
 */
export class LazyOperation implements OperationRow {
  readonly id: string;
  readonly posTid: string;
  readonly sequence: number;
  readonly kind: OperationKind;
  readonly amount: number | null;
  readonly additionalAmount: number | null;
  readonly reason: string | null;
  readonly state: StoredState;
  readonly attempts: number;
  readonly dueAt: number;
  readonly lastError: Reason | null;
  readonly unknownSince: number | null;
  readonly createdAt: number;
  readonly settledAt: number | null;
  readonly sentAt: number | null;
  readonly retriedAt: number | null;
  readonly givenUp: boolean;
  readonly byRule: boolean;
  readonly actor: string | null;
  readonly #bytes: (id: string) => Bytes;
  #opened: Bytes | null = null;

  constructor(row: Stored, bytes: (id: string) => Bytes) {
    this.id = String(row.id);
    this.posTid = String(row.pos_tid);
    this.sequence = Number(row.sequence);
    this.kind = row.kind as OperationKind;
    this.amount = numberOrNull(row.amount);
    this.additionalAmount = numberOrNull(row.additional_amount);
    this.reason = textOrNull(row.reason);
    this.state = row.state as StoredState;
    this.attempts = Number(row.attempts);
    this.dueAt = Number(row.due_at);
    this.lastError = row.last_error === null ? null : unpackReason(String(row.last_error));
    this.unknownSince = numberOrNull(row.unknown_since);
    this.createdAt = Number(row.created_at);
    this.settledAt = numberOrNull(row.settled_at);
    this.sentAt = numberOrNull(row.sent_at);
    this.retriedAt = numberOrNull(row.retried_at);
    this.givenUp = row.given_up === 1;
    this.byRule = row.by_rule === 1;
    this.actor = textOrNull(row.actor);
    this.#bytes = bytes;
  }

  get body(): Uint8Array {
    return this.#open().body;
  }

  get isIntact(): boolean {
    return this.#open().isIntact;
  }

  #open() {
    this.#opened ??= this.#bytes(this.id);
    return this.#opened;
  }
}
