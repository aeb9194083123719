/** A point of sale's id that payments could not carry is refused, unless a till has it in force already. */
import { describe, expect, it } from "vitest";
import type { Checked } from "../../../../../main/configuration/settings/provision.ts";
import { writeSettings } from "../../../../../main/configuration/settings/provisioning-record.ts";
import { keepProvisioning, provisioningProblems } from "../../../../../main/configuration/settings/stored-settings.ts";
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
    expect(keepProvisioning(store, having(id))).toMatchObject(REFUSED);
    expect(database.prepare("SELECT count(*) FROM journal").pluck().get()).toBe(0);
    for (const right of ["x".repeat(64), "counter_1.a-B"]) {
      expect(provisioningProblems({ database, vault: store.vault }, having(right))).toEqual([]);
    }
  });

  it("lets a till that has such an id go on with it, and refuses another one", () => {
    using made = temporaryDatabase();
    const { database, folder } = made;
    const vault = testVault(folder);
    // As an earlier version of the till put it in force.
    writeSettings(database, { id: "1", at: 1, settings: having("Kasse 1").settings, file: null }, { event: "x" }, 1);
    expect(provisioningProblems({ database, vault }, having("Kasse 1"))).toEqual([]);
    expect(provisioningProblems({ database, vault }, having("Kasse 2"))).toMatchObject(REFUSED);
  });
});
