/**
 * Forgetting a customer who asks for it: what is kept goes at once, and what still comes - an answer that is under way, a
 * backup from before - is not taken in again. Which requests those are is in the vault, beside what no backup brings back.
 */
import { z } from "zod";
import { reasonFor } from "../../contract/reasons.ts";
import type { Vault } from "../storage/vault/vault.ts";
import { withdrawAll } from "./request.ts";
import type { PermissionStore } from "./store.ts";
import { isAbortable } from "./view.ts";

/** More than a till is asked in the life of its backups. */
const MOST = 20_000;

export interface Forgotten {
  /** It is on disk when this returns. */
  add(posTid: string): void;
  all(): string[];
}

const namesSchema = z.array(z.string());

/** What this till's customers had it forget. */
export function forgottenRequests(vault: Pick<Vault, "use" | "put">): Forgotten {
  const all = () =>
    vault.use("forgottenCustomers", (bytes) => namesSchema.parse(JSON.parse(bytes.toString("utf8")))) ?? [];
  return {
    all,
    add(posTid) {
      const known = all();
      if (!known.includes(posTid)) vault.put("forgottenCustomers", JSON.stringify([...known, posTid].slice(-MOST)));
    },
  };
}

/** @returns the names of what was erased */
export function forgetCustomer(store: PermissionStore, posTid: string, actor: string | null): string[] {
  return store.commit(posTid, (now) => {
    const row = store.find(posTid);
    if (row === null || isForgotten(row)) return [];
    if (isAbortable(row)) {
      store.change(posTid, { phase: "aborted", attention: reasonFor("permission_aborted") }, now);
      withdrawAll(store, posTid, now);
    }
    // One that a payment asked for goes on with it: what its customer answers after this is dropped unread.
    if (row.combined && row.answeredAt === null)
      store.change(posTid, { phase: "aborted", attention: reasonFor("permission_aborted") }, now);
    return store.erase(row, "asked", { actor }, now);
  });
}

/** Whether its customer had it forgotten: what is still answered is not taken in. */
export function isForgotten({ erasedBecause }: { erasedBecause: string | null }): boolean {
  return erasedBecause === "asked";
}
