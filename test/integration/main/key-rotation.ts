/** Helpers for key rotation tests: the merchant's portal for public keys and secrets, and the journal. */
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

/** Returns the public half of the active key. */
export async function publicKeyOf(world: TestTill): Promise<string> {
  return (await world.must("keys.get", {})).current.publicKeyPem ?? "";
}

/** Prepares a generated key and registers it with the portal. @returns its public half */
export async function preparedKey(world: TestTill): Promise<string> {
  const { next } = await world.must("keys.prepare", { kind: "make" });
  return next?.publicKeyPem ?? "";
}

/** The journal's `keys.` events with their data, oldest first. */
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

/** Returns whether the till's journal is still one chain. */
export function chainHolds(world: TestTill): boolean {
  return createJournal(world.database).verify().ok;
}

/** Pays a sale and refunds it in full, which covers every kind of signed request. */
export async function saleAndRefund(world: TestTill): Promise<void> {
  const { posTid } = await world.pay("SALE", 10_000);
  await world.must("payment.refund", { posTid, reason: "returned" });
  await world.waitForPhase(posTid, "refunded");
}
