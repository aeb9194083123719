import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { VaultView } from "../../../contract/configuration/keys.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Clock } from "../../lib/clock.ts";
import { type Database, transact } from "../../storage/database/database.ts";
import type { Journal } from "../../storage/journal/journal.ts";
import type { Vault } from "../../storage/vault/vault.ts";

export function vaultCommands({
  vault,
  database,
  journal,
  clock,
  actor,
}: {
  vault: Vault;
  database: Database;
  journal: Journal;
  clock: Pick<Clock, "now">;
  actor(): string | null;
}) {
  const view = (): VaultView => ({ backend: vault.backend, weak: vault.weak, consent: vault.consent });
  return {
    "vault.get": () => done(view()),
    /** Records the consent in the journal, and in the vault, which is read before the database. */
    "vault.acceptWeak"({ sentence, name }: CommandInput<"vault.acceptWeak">): Result<VaultView> {
      if (vault.consent !== null) return done(view());
      if (!vault.weak) {
        return failed("illegal_state", { because: reasonFor("keys_kept_well") });
      }
      const by = actor() ?? name ?? "first run";
      const now = clock.now();
      transact(database, () => {
        const data = { backend: vault.backend, by, sentence };
        journal.append({ event: "vault.weakAccepted", actor: actor(), data }, now);
        vault.accept({ by, at: new Date(now).toISOString(), sentence });
      });
      return done(view());
    },
  };
}
