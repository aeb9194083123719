/** For tests of key rotation: the merchant's portal, where public keys and secrets are registered, and the journal. */
import { createJournal } from "../../../main/storage/journal/journal.ts";
import type { TestTill } from "../../support/test-till.ts";

/** Replaces the credentials that the service accepts for the till's user, as a merchant does in the portal. */
export function registerAtService(world: TestTill, known: { publicKeyPem?: string | null; secret?: string }): void {
  const { publicKeyPem, secret } = known;
  world.sandbox.provision({
    user: "till",
    ...(publicKeyPem ? { publicKeyPem } : {}),
    ...(secret === undefined ? {} : { secret }),
  });
}

/** The public half of the key in force. */
export async function publicKeyOf(world: TestTill): Promise<string> {
  return (await world.must("keys.get", {})).current.publicKeyPem ?? "";
}

/** Prepares a key made here, and has the portal know it. @returns its public half */
export async function preparedKey(world: TestTill): Promise<string> {
  const { next } = await world.must("keys.prepare", { kind: "make" });
  return next?.publicKeyPem ?? "";
}

/** The journal's events of a kind (`keys.`), with their data, oldest first. */
export function journalEvents(
  world: TestTill,
  prefix: string,
): { event: string; actor: string | null; data: unknown }[] {
  return world.database
    .prepare<[string], { event: string; actor: string | null; data: string }>(
      "SELECT event, actor, data FROM journal WHERE event LIKE ? || '%' ORDER BY sequence",
    )
    .all(prefix)
    .map(({ event, actor, data }) => ({ event, actor, data: JSON.parse(data) }));
}

/** Whether the till's journal still is one chain. */
export function chainHolds(world: TestTill): boolean {
  return createJournal(world.database).verify().ok;
}

/** A sale that is paid, and refunded in full: every kind of request that a key signs. */
export async function saleAndRefund(world: TestTill): Promise<void> {
  const { posTid } = await world.paid("SALE", 10_000);
  await world.must("payment.refund", { posTid, reason: "returned" });
  await world.phase(posTid, "refunded");
}
