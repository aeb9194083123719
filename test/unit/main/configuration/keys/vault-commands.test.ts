import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WEAK_VAULT_SENTENCES } from "../../../../../contract/configuration/keys.ts";
import { KEYS_COMMANDS } from "../../../../../contract/configuration/keys-commands.ts";
import { vaultCommands } from "../../../../../main/configuration/keys/vault-commands.ts";
import { closeDatabase, openDatabase } from "../../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { openDesktopVault } from "../../../../../main/storage/vault/desktop-vault.ts";
import { createManualClock } from "../../../../support/clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";
import { fakeKeychain } from "../../../../support/keychain.ts";

const sentence = WEAK_VAULT_SENTENCES.nb;

async function desktop(backend: string, person: string | null) {
  const folder = temporaryFolder();
  const database = openDatabase(join(folder.path, "till.db"));
  const journal = createJournal(database);
  const machine = { machineId: "this-machine", machineIdKind: "machine-id" } as const;
  const keychain = fakeKeychain({ backend });
  const vault = await openDesktopVault(folder.path, { keychain, consent: null, platform: "linux", machine });
  const commands = vaultCommands({ vault, database, journal, clock: createManualClock(), actor: () => person });
  return {
    vault,
    commands,
    rows: () => database.prepare("SELECT event, actor, data FROM journal").all(),
    [Symbol.dispose]() {
      closeDatabase(database);
      folder[Symbol.dispose]();
    },
  };
}

describe("the owner's consent to a weak vault", () => {
  it("is recorded with user, time and sentence, in the journal too", async () => {
    using world = await desktop("basic_text", "Kari");
    expect(world.commands["vault.get"]()).toMatchObject({
      value: { backend: "machine-key", weak: true, consent: null },
    });
    const consent = { by: "Kari", at: "2026-03-02T10:00:00.000Z", sentence };
    expect(world.commands["vault.acceptWeak"]({ sentence })).toMatchObject({
      ok: true,
      value: { weak: false, consent },
    });
    expect(world.rows()).toEqual([
      {
        event: "vault.weakAccepted",
        actor: "Kari",
        data: JSON.stringify({ backend: "machine-key", by: "Kari", sentence }),
      },
    ]);
    // Repeated consent is recorded once.
    world.commands["vault.acceptWeak"]({ sentence });
    expect(world.rows()).toHaveLength(1);
  });

  it("belongs at the first run to the named user", async () => {
    using named = await desktop("basic_text", null);
    expect(named.commands["vault.acceptWeak"]({ sentence, name: "Ola" })).toMatchObject({
      value: { consent: { by: "Ola" } },
    });
    using unnamed = await desktop("basic_text", null);
    expect(unnamed.commands["vault.acceptWeak"]({ sentence })).toMatchObject({
      value: { consent: { by: "first run" } },
    });
  });

  it("is not requested when the system has a keychain", async () => {
    using world = await desktop("kwallet6", "Kari");
    expect(world.commands["vault.acceptWeak"]({ sentence })).toMatchObject({
      ok: false,
      error: { code: "illegal_state" },
    });
    expect(world.rows()).toEqual([]);
  });

  it("counts only for the sentence exactly as shown", () => {
    const { success } = KEYS_COMMANDS["vault.acceptWeak"].input.safeParse({ sentence: "Whatever." });
    expect(success).toBe(false);
    for (const text of Object.values(WEAK_VAULT_SENTENCES))
      expect(KEYS_COMMANDS["vault.acceptWeak"].input.safeParse({ sentence: text }).success).toBe(true);
  });
});
