import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { transact } from "../../../../../main/storage/database/database.ts";
import { checkChain, verifyFile } from "../../../../../main/storage/journal/chain.ts";
import { differsFromHead, headFile } from "../../../../../main/storage/journal/head.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";
import { testVault } from "../../../../support/vault.ts";

function world(rows: number) {
  const made = temporaryDatabase();
  const journal = looseJournal(made.database);
  const append = (count: number) =>
    transact(made.database, () => {
      for (let row = 0; row < count; row += 1) journal.append({ event: "money.captured", data: { row } }, row);
    });
  append(rows);
  const vault = testVault(made.folder);
  const file = headFile(made.folder, vault);
  const tamper = (sql: string) =>
    made.database.exec(`DROP TRIGGER journal_keeps_rows; DROP TRIGGER journal_keeps_values; ${sql}`);
  const sign = () => file.write({ ...journal.head(), at: 1000, open: true });
  const differs = () => {
    const stored = file.read();
    return stored.is === "signed" ? differsFromHead(made.database, stored.head) : stored.is;
  };
  return { ...made, journal, append, file, vault, tamper, sign, differs };
}

describe("the journal's head", () => {
  it("is absent before the first signature, and then the signed one, also after a restart", () => {
    using made = world(3);
    made.vault.put("privateKey", "the key of a till without journal heads");
    expect(made.file.read()).toEqual({ is: "none" });
    made.sign();
    const again = headFile(made.folder, testVault(made.folder));
    expect(again.read()).toEqual({
      is: "signed",
      head: { entries: 3, hash: made.journal.head().hash, at: 1000, open: true },
    });
  });

  it("is keyless without the vault's key, and reports whether a head file exists", () => {
    using made = world(3);
    expect(made.file.read()).toEqual({ is: "keyless", heads: false });
    made.sign();
    rmSync(join(made.folder, "vault.json"));
    const again = headFile(made.folder, testVault(made.folder));
    expect(again.read()).toEqual({ is: "keyless", heads: true });
    writeFileSync(join(made.folder, "journal.head"), "nonsense");
    expect(again.read()).toEqual({ is: "keyless", heads: true });
  });

  it("of an empty journal without its key is the result of a power cut at the first start", () => {
    using made = world(0);
    made.sign();
    rmSync(join(made.folder, "vault.json"));
    expect(headFile(made.folder, testVault(made.folder)).read()).toEqual({ is: "keyless", heads: false });
  });

  it("is missing when its file was deleted", () => {
    using made = world(3);
    made.sign();
    rmSync(join(made.folder, "journal.head"));
    expect(made.file.read()).toEqual({ is: "missing" });
  });

  it.each([
    ["its count", '"entries":3', '"entries":2'],
    ["its mark of a running till", '"open":true', '"open":false'],
    ["its signature", '"signature":"', '"signature":"00'],
    ["everything", /.*/s, "{}"],
    ["everything, to invalid JSON", /.*/s, "nonsense"],
  ])("is forged when %s was changed", (_what, from, to) => {
    using made = world(3);
    made.sign();
    const path = join(made.folder, "journal.head");
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
    expect(made.file.read()).toEqual({ is: "forged" });
  });

  it("matches the journal that it was signed for, and its continuation", () => {
    using made = world(3);
    made.sign();
    expect(made.differs()).toBeNull();
    made.append(2);
    expect(made.differs()).toBeNull();
  });

  it.each([
    ["a missing tail", "DELETE FROM journal WHERE sequence > 2", /ends after 2 entries, and had 3/],
    ["an emptied journal", "DELETE FROM journal", /ends after 0 entries/],
    [
      "a replaced last entry",
      "UPDATE journal SET hash = zeroblob(32) WHERE sequence = 3",
      /entry 3 is not the one that was signed/,
    ],
  ])("reveals %s, which the chain alone may not", (_what, sql, means) => {
    using made = world(3);
    made.sign();
    made.tamper(sql);
    expect(made.differs()).toMatch(means);
  });

  it("reveals an entry that was changed after it was signed", () => {
    using made = world(3);
    made.sign();
    made.append(2);
    made.tamper("UPDATE journal SET data = '{}' WHERE sequence = 5");
    expect(made.differs()).toMatch(/the chain is broken at entry 5/);
  });

  it("of an empty journal matches every journal from its beginning", () => {
    using made = world(0);
    made.sign();
    made.append(1);
    expect(made.differs()).toBeNull();
  });
});

describe("a long journal", () => {
  it("is verified in steps to its last entry, including entries added meanwhile", async () => {
    using made = world(2500);
    const steps = checkChain(made.database);
    expect(steps.next().done).toBe(false);
    made.append(600);
    expect(await made.journal.verifyAsync()).toEqual({ entries: 3100, ok: true, firstBadAt: null });
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value).toEqual({ entries: 3100, ok: true, firstBadAt: null });
  });

  it.each([1000, 1001, 2499, 2500])("reveals that entry %i was changed", async (sequence) => {
    using made = world(2500);
    made.tamper(`UPDATE journal SET actor = 'Mallory' WHERE sequence = ${sequence}`);
    expect(await made.journal.verifyAsync()).toMatchObject({ ok: false, firstBadAt: sequence });
    expect(verifyFile(made.path, { alone: false })).toMatchObject({ ok: false, firstBadAt: sequence });
  });

  it("reveals an entry inserted before the first", () => {
    using made = world(3);
    made.tamper("INSERT INTO journal SELECT -5, at, event, pos_tid, actor, data, hash FROM journal WHERE sequence = 1");
    expect(made.journal.verify()).toMatchObject({ ok: false, firstBadAt: -5 });
  });
});
