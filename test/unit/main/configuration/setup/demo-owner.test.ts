import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hasDemoPin, provisionDemoOwner } from "../../../../../main/configuration/setup/demo-owner.ts";
import { systemClock } from "../../../../../main/lib/clock.ts";
import { renewHash, staffMembers } from "../../../../../main/people/members.ts";
import { makeOwner, ownersOf } from "../../../../../main/people/owner.ts";
import { hashPin } from "../../../../../main/people/pin.ts";
import { settingStore } from "../../../../../main/storage/database/settings.ts";
import { createJournal } from "../../../../../main/storage/journal/journal.ts";
import { generatedSecret } from "../../../../../main/storage/vault/vault.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { temporaryVault } from "../../../../support/vault.ts";

const PIN = "274951";

describe("a demo from before PINs shared one salt", () => {
  it("still accepts its own PIN, also after another user has signed in with it", async () => {
    using file = temporaryDatabase();
    using made = temporaryVault();
    const { database } = file;
    const { vault } = made;
    const pepper = { secret: generatedSecret(vault, "pinPepper") };
    const ports = { database, vault, journal: createJournal(database), clock: systemClock };
    await makeOwner(ports, pepper, PIN);
    const [owner] = ownersOf(database);
    const salt = randomBytes(16);
    staffMembers(database).rehash(owner?.id ?? "", await hashPin(PIN, pepper, salt));
    settingStore(database).set("demoPinSalt", salt.toString("hex"));
    expect(hasDemoPin(database)).toBe(false);
    await provisionDemoOwner(ports, PIN);
    expect(hasDemoPin(database)).toBe(true);
    await renewHash({ database, pepper }, owner?.id ?? "", PIN);
    expect(hasDemoPin(database)).toBe(true);
    await makeOwner(ports, pepper, "481516");
    await provisionDemoOwner(ports, PIN);
    expect(hasDemoPin(database)).toBe(false);
  });
});
