/** The refund key of a till with a secret, unlocked by PIN for one refund. Level KEY, section 5.1; refunds: G8. */

import type { KeyObject } from "node:crypto";
import type { EventOf, JournalEntry } from "../../../contract/journal/events.ts";
import { packReason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { EventStream } from "../../bridge/events.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Signer } from "../../payments/queue/locked-refunds.ts";
import type { OperationRow } from "../../payments/queue/operation.ts";
import type { Pepper } from "../../people/pin.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import type { RotatingCredentials } from "../keys/rotating-credentials.ts";
import { createHolder, type Holder } from "./holder.ts";
import { openRefundKey as openSealed, sealedKeyId, sealRefundKey, unwrap, type Wrap, wrapFor } from "./sealing.ts";
import { type KnownKey, type RefundKeyTable, refundKeyTable } from "./table.ts";

export interface RefundKeyPorts extends Pick<StorageContext, "database" | "journal" | "vault"> {
  clock: Pick<Clock, "now">;
  credentials: Pick<RotatingCredentials, "scheme">;
  pepper: Pepper;
  /** Publishes every change of a payment */
  events: Pick<EventStream, "subscribe">;
}

type RefundKeyEntry = JournalEntry<EventOf<"refundKey">>;

export interface VerifiedPerson {
  person: string;
  pin: string;
}

export interface RefundKey extends Pick<Holder, "during" | "isUnlocked" | "assignTo" | "heldFor" | "close"> {
  exists(): boolean;
  currentKey(): KnownKey | null;
  /** True when each refund needs a PIN: the till uses a secret and has this key */
  needsPin(): boolean;
  /** True when the current command needs a PIN and has none */
  lacksPin(): boolean;
  signerOf(operation: Pick<OperationRow, "id" | "kind">): Signer;
  unlockers(): string[];
  /** Returns null when this person cannot unlock the key */
  unlock(by: VerifiedPerson): Promise<KeyObject | null>;
  /** Returns false when there already is a key. @throws when the disk cannot store it */
  storeKey(
    key: KeyObject,
    publicKeyPem: string,
    by: VerifiedPerson & { name: string },
    line: RefundKeyEntry,
  ): Promise<boolean>;
  /**
   * Returns false when `by` cannot unlock the key, or something changed. `isPinUnchanged` checks the new person's PIN again
   */
  enrol(by: VerifiedPerson, person: VerifiedPerson, stillHolds: () => boolean, line: RefundKeyEntry): Promise<boolean>;
  remove(line: RefundKeyEntry): void;
  /** The returned function runs the PIN change in its transaction, and wraps the key with the new PIN */
  rewrapForPinChange(person: string, pin: string, newPin: string): Promise<(change: () => void) => void>;
}

export function openRefundKey(ports: RefundKeyPorts): RefundKey {
  const { database, vault, journal, clock, credentials } = ports;
  const table = refundKeyTable(database);
  const holder = createHolder();
  const unsubscribe = ports.events.subscribe(({ event }) => {
    if (event.type === "payment.changed") holder.follow(event.payment);
  });
  const commit: Commit = (line, change) =>
    transact(database, () => {
      journal.append(line, clock.now());
      change();
    });
  removeStaleRow(ports, table, commit);
  let currentKey = table.read();
  const needsPin = () => currentKey !== null && credentials.scheme() === "SECRET";
  const locks = locksOf(ports, table, () => currentKey);
  return {
    ...holder,
    exists: () => currentKey !== null,
    currentKey: () => currentKey,
    close() {
      unsubscribe();
      holder.close();
    },
    needsPin,
    lacksPin: () => needsPin() && !holder.isUnlocked(),
    signerOf({ id, kind }) {
      if (kind !== "refund" || credentials.scheme() !== "SECRET") return "own";
      return holder.keyFor(id) ?? "locked";
    },
    unlockers: () => table.wraps().flatMap(({ person, keyId }) => (keyId === currentKey?.id ? [person] : [])),
    unlock: locks.unlock,
    async storeKey(key, publicKeyPem, { person, pin, name }, line) {
      const { id, sealed, wrap } = await sealAndWrap(key, { person, pin, pepper: ports.pepper });
      if (currentKey !== null) return false;
      commit(line, () => {
        table.put({ id, publicKeyPem, madeAt: clock.now(), madeBy: name });
        table.putWrap(wrap);
        // Last, because it cannot be rolled back. A sealed key without a wrap is harmless.
        vault.put("refundKey", sealed);
      });
      currentKey = table.read();
      return true;
    },
    async enrol(by, person, isPinUnchanged, line) {
      const wrap = await locks.anotherWrap(by, person);
      if (wrap === null || currentKey?.id !== wrap.keyId || !isPinUnchanged()) return false;
      commit(line, () => table.putWrap(wrap));
      return true;
    },
    remove(line) {
      commit(line, () => {
        table.remove();
        vault.change({ refundKey: null });
      });
      currentKey = null;
    },
    rewrapForPinChange: (person, pin, newPin) => renewWrap(table, locks, { person, pin, newPin }),
  };
}

type Commit = (line: RefundKeyEntry, change: () => void) => void;

async function sealAndWrap(key: KeyObject, { person, pin, pepper }: VerifiedPerson & Pick<RefundKeyPorts, "pepper">) {
  const { id, sealed, wrappingKey } = sealRefundKey(key);
  const wrap = await wrapFor(wrappingKey, { person, keyId: id, pin, pepper });
  wrappingKey.fill(0);
  return { id, sealed, wrap };
}

/** Wraps the key for a new PIN. The returned function runs the change in its transaction. */
async function renewWrap(
  table: RefundKeyTable,
  locks: ReturnType<typeof locksOf>,
  { person, pin, newPin }: VerifiedPerson & { newPin: string },
): Promise<(change: () => void) => void> {
  const previousWrap = locks.wrapOf(person);
  const renewed = await locks.anotherWrap({ person, pin }, { person, pin: newPin });
  return (change) => {
    // A trigger removes the previous wrap. One that was already gone was removed for another reason.
    const isSame = previousWrap !== null && locks.wrapOf(person)?.salt.equals(previousWrap.salt) === true;
    change();
    if (renewed && isSame) table.putWrap(renewed);
  };
}

function locksOf({ vault, pepper }: RefundKeyPorts, table: RefundKeyTable, currentKey: () => KnownKey | null) {
  const wrapOf = (person: string): Wrap | null => {
    const wrap = table.wrapOf(person);
    return wrap !== null && wrap.keyId === currentKey()?.id ? wrap : null;
  };
  const opened = async <T>(wrap: Wrap, pin: string, use: (key: Buffer) => T | Promise<T>): Promise<T | null> => {
    const wrappingKey = await unwrap(wrap, pin, pepper);
    if (wrappingKey === null) return null;
    try {
      return await use(wrappingKey);
    } finally {
      wrappingKey.fill(0);
    }
  };
  return {
    wrapOf,
    async unlock({ person, pin }: VerifiedPerson): Promise<KeyObject | null> {
      const wrap = wrapOf(person);
      const sealed = vault.get("refundKey");
      return wrap && sealed !== null ? opened(wrap, pin, (wrappingKey) => openSealed(sealed, wrappingKey)) : null;
    },
    /** Creates a wrap for a person or a new PIN, unlocked by `by`. Returns null when they cannot unlock the key */
    async anotherWrap(by: VerifiedPerson, { person, pin }: VerifiedPerson): Promise<Wrap | null> {
      const wrap = wrapOf(by.person);
      if (wrap === null) return null;
      const { keyId } = wrap;
      return opened(wrap, by.pin, (wrappingKey) => wrapFor(wrappingKey, { person, keyId, pin, pepper }));
    },
  };
}

/** Removes a row whose key is not in the vault, after an interrupted removal or a restored backup. */
function removeStaleRow({ vault }: RefundKeyPorts, table: RefundKeyTable, commit: Commit): void {
  const row = table.read();
  if (row === null || sealedKeyId(vault.get("refundKey")) === row.id) return;
  commit(
    { event: "refundKey.removed", actor: null, data: { because: packReason(reasonFor("refund_key_not_in_vault")) } },
    table.remove,
  );
}
