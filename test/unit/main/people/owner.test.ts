import { expect, it } from "vitest";
import { staffMembers } from "../../../../main/people/members.ts";
import { makeOwner, ownersOf } from "../../../../main/people/owner.ts";
import { createJournal } from "../../../../main/storage/journal/journal.ts";
import { createManualClock } from "../../../support/clock.ts";
import { temporaryDatabase } from "../../../support/database.ts";

const PEPPER = { secret: "pepper" };

it("an unnamed owner gets a default name in the shop's language, and a chosen name is kept", async () => {
  using made = temporaryDatabase();
  const { database } = made;
  const ports = { database, clock: createManualClock(), journal: createJournal(database) };
  const name = () => ownersOf(database)[0]?.name;
  await makeOwner(ports, PEPPER, "481516");
  expect(name()).toBe("Owner");
  await makeOwner(ports, PEPPER, "702914", "nb-NO");
  expect(name()).toBe("Eier");
  staffMembers(database).change(ownersOf(database)[0]?.id ?? "", { name: "Kari" });
  await makeOwner(ports, PEPPER, "835027", "nb-NO");
  expect(name()).toBe("Kari");
});
