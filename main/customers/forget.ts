/**
 * Forgets a customer on request. Stored data is erased at once; a later answer or a restored backup is ignored. The
 * vault, which backups do not restore, stores the requests concerned.
 */
import { z } from "zod";
import { reasonFor } from "../../contract/reasons/reasons.ts";
import type { Vault } from "../storage/vault/vault.ts";
import { withdrawAll } from "./request.ts";
import type { PermissionStore } from "./store.ts";
import { isAbortable } from "./view.ts";

/** Maximum number of remembered requests; more than a till has within the life of its backups. */
const MAX_REMEMBERED = 20_000;

export type Forgotten = ReturnType<typeof forgottenRequests>;

const namesSchema = z.array(z.string());

export function forgottenRequests(vault: Pick<Vault, "use" | "put">) {
  const all = () =>
    vault.use("forgottenCustomers", (bytes) => namesSchema.parse(JSON.parse(bytes.toString("utf8")))) ?? [];
  return {
    all,
    add(posTid: string) {
      const remembered = all();
      if (!remembered.includes(posTid))
        vault.put("forgottenCustomers", JSON.stringify([...remembered, posTid].slice(-MAX_REMEMBERED)));
    },
  };
}

export function forgetCustomer(store: PermissionStore, posTid: string, actor: string | null): string[] {
  return store.commit(posTid, (now) => {
    const row = store.find(posTid);
    if (row === null || isForgotten(row)) return [];
    if (isAbortable(row)) {
      store.change(posTid, { phase: "aborted", attention: reasonFor("permission_aborted") }, now);
      withdrawAll(store, posTid, now);
    }
    // A combined request continues with its payment, but its answer is dropped unread.
    if (row.combined && row.answeredAt === null)
      store.change(posTid, { phase: "aborted", attention: reasonFor("permission_aborted") }, now);
    return store.erase(row, "asked", { actor }, now);
  });
}

export function isForgotten({ erasedBecause }: { erasedBecause: string | null }): boolean {
  return erasedBecause === "asked";
}
