import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyFile } from "../../../main/storage/journal/chain.ts";
import { seedFolder } from "../../bench/seed/folder.ts";
import { temporaryFolder } from "../../support/folder.ts";

it("a seeded folder has a complete journal, including a day's Z", async () => {
  using folder = temporaryFolder();
  const until = Date.UTC(2026, 10, 20, 15);
  const shop = {
    dataDir: folder.path,
    payments: 60,
    days: 3,
    seed: 1,
    until,
    machineId: "test",
    signed: false,
  } as const;
  const { payments, journal, reports } = await seedFolder(shop);
  expect({ payments, reports }).toEqual({ payments: 60, reports: 2 });
  expect(verifyFile(join(folder.path, "till.db"), { alone: true })).toEqual({
    entries: journal,
    ok: true,
    firstBadAt: null,
  });
});
