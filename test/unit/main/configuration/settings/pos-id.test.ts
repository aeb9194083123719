/** Provisioning rejects ids that payments could not carry and look-alike names, unless the till already has them. */
import { describe, expect, it } from "vitest";
import type { Checked } from "../../../../../main/configuration/settings/provision.ts";
import { provisionedLine, writeSettings } from "../../../../../main/configuration/settings/provisioning-record.ts";
import { provisioningProblems, storeProvisioning } from "../../../../../main/configuration/settings/stored-settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { testVault } from "../../../../support/vault.ts";
import { provisioning } from "../keys/test-keys.ts";

const REFUSED = [{ field: "pos.id", because: { code: "field_pos_id" } }];

function having(id: string): Checked {
  const checked = provisioning({ secret: "secret-of-a-service" });
  return { ...checked, settings: { ...checked.settings, pos: { ...checked.settings.pos, id } } };
}

describe("provisioning", () => {
  it.each(["x".repeat(65), "Kasse 1", "kø-1", "a/b"])("refuses %s, and writes nothing", (id) => {
    using made = temporaryDatabase();
    const { database, folder } = made;
    const store = { database, vault: testVault(folder), journal: createJournal(database), now: 1 };
    expect(storeProvisioning(store, having(id))).toMatchObject(REFUSED);
    expect(database.prepare("SELECT count(*) FROM journal").pluck().get()).toBe(0);
    for (const right of ["x".repeat(64), "counter_1.a-B"]) {
      expect(provisioningProblems({ database, vault: store.vault }, having(right))).toEqual([]);
    }
  });

  it("keeps such an id on a till that already has it, and refuses a different one", () => {
    using made = temporaryDatabase();
    const { database, folder } = made;
    const vault = testVault(folder);
    // The state left by an earlier version.
    const record = { id: "1", at: 1, settings: having("Kasse 1").settings, file: null };
    writeSettings(database, record, provisionedLine(record), 1);
    expect(provisioningProblems({ database, vault }, having("Kasse 1"))).toEqual([]);
    expect(provisioningProblems({ database, vault }, having("Kasse 2"))).toMatchObject(REFUSED);
  });
});

describe("provisioned registers with look-alike names", () => {
  const withNames = (...names: string[]): Checked => {
    const checked = provisioning({ secret: "secret-of-a-service" });
    const clients = names.map((name, at) => ({
      name,
      rights: ["sell" as const],
      refundLimit: 0,
      keyHash: String(at).repeat(64),
    }));
    const registers = { listen: null, tlsCertificate: null, clients, webhooks: [], folder: null };
    return { ...checked, settings: { ...checked.settings, registers } };
  };
  const ALIKE = ["Blåbær", "Bla\u030abær\u200e"];

  it("are refused, unless the till already has them", () => {
    using made = temporaryDatabase();
    const { database, folder } = made;
    const vault = testVault(folder);
    const REPEATED = [{ field: "registers.clients[1].name", because: { code: "field_register_name_once" } }];
    expect(provisioningProblems({ database, vault }, withNames(...ALIKE))).toMatchObject(REPEATED);
    expect(provisioningProblems({ database, vault }, withNames("Blåbær", "Bringebær"))).toEqual([]);
    const record = { id: "1", at: 1, settings: withNames(...ALIKE).settings, file: null };
    writeSettings(database, record, provisionedLine(record), 1);
    expect(provisioningProblems({ database, vault }, withNames(...ALIKE))).toEqual([]);
    expect(provisioningProblems({ database, vault }, withNames(...ALIKE, "Ny"))).toMatchObject(REPEATED);
  });
});
