import { describe, expect, it } from "vitest";
import { createJournalChecker } from "../../../../../main/accounting/periods/journal-check.ts";
import { type Database, openDatabase } from "../../../../../main/storage/database/database.ts";
import { temporaryDatabase } from "../../../../support/database.ts";
import { looseJournal } from "../../../../support/loose-journal.ts";

function write(database: Database, count: number): void {
  const journal = looseJournal(database);
  database.transaction(() => {
    for (let row = 0; row < count; row += 1) journal.append({ event: "test.written", data: { row } }, row);
  })();
}

/** Changes the file as another program with write access could. */
function tamper(database: Database, sql: string): void {
  database.exec("DROP TRIGGER IF EXISTS journal_keeps_values; DROP TRIGGER IF EXISTS journal_keeps_rows");
  database.exec(sql);
}

async function atClose(database: Database, through: number, hash: string | null = null) {
  const checker = createJournalChecker(database);
  return checker.finish({ through, hash }, await checker.checkAll({ through, hash }));
}

const since = (through: number) => ({ through, hash: null });

describe("the journal of a period", () => {
  it("covers the rows after the last Z, with the last hash and the result of a check", async () => {
    using file = temporaryDatabase();
    write(file.database, 2500);
    const checker = createJournalChecker(file.database);
    const hash = looseJournal(file.database).head().hash.toString("hex");
    expect(checker.checkNewRows(since(0))).toEqual({
      first: 1,
      last: 2500,
      hash,
      check: { ok: true, firstBadAt: null },
    });
    expect(checker.checkNewRows(since(2000))).toMatchObject({ first: 2001, last: 2500 });
    expect(checker.checkNewRows(since(2500))).toMatchObject({ first: null, last: null, hash, check: { ok: true } });
    expect(await atClose(file.database, 2000)).toMatchObject({ first: 2001, check: { ok: true } });
  });

  it("is checked again at a close, because verified rows may have changed since", async () => {
    using file = temporaryDatabase();
    write(file.database, 30);
    const checker = createJournalChecker(file.database);
    expect(checker.checkNewRows(since(10)).check).toEqual({ ok: true, firstBadAt: null });
    tamper(file.database, "UPDATE journal SET data = '{}' WHERE sequence = 15");
    expect(await atClose(file.database, 10)).toMatchObject({ check: { ok: false, firstBadAt: 15 } });
  });

  it("does not match the last Z when rewritten from before that Z", async () => {
    using file = temporaryDatabase();
    write(file.database, 30);
    const hash = file.database.prepare<[], Buffer>("SELECT hash FROM journal WHERE sequence = 20").pluck().get();
    const tool = openDatabase(file.path);
    tamper(tool, "DELETE FROM journal WHERE sequence > 15");
    write(tool, 15);
    tool.close();
    expect(looseJournal(file.database).verify()).toMatchObject({ ok: true });
    expect(await atClose(file.database, 20, hash?.toString("hex"))).toMatchObject({
      check: { ok: false, firstBadAt: 20 },
    });
  });

  it("is broken when it lost the last row of the previous period", async () => {
    using file = temporaryDatabase();
    write(file.database, 30);
    tamper(file.database, "DELETE FROM journal WHERE sequence = 10");
    expect(await atClose(file.database, 10)).toMatchObject({ check: { ok: false, firstBadAt: 10 } });
  });

  it("includes rows that are written during the check", async () => {
    using file = temporaryDatabase();
    write(file.database, 3000);
    const checker = createJournalChecker(file.database);
    const checking = checker.checkAll(since(0));
    write(file.database, 5);
    expect(checker.finish(since(0), await checking)).toMatchObject({ last: 3005, check: { ok: true } });
  });

  it("is not checked by an X when it is too long to wait for, but always by a Z", async () => {
    using file = temporaryDatabase();
    write(file.database, 10_001);
    const checker = createJournalChecker(file.database);
    expect(checker.checkNewRows(since(0))).toMatchObject({ last: 10_001, check: null });
    // The background check ends soon.
    await expect.poll(() => checker.checkNewRows(since(0)).check).not.toBeNull();
    expect(checker.checkNewRows(since(0)).check).toEqual({ ok: true, firstBadAt: null });
    expect(checker.checkNewRows(since(9000)).check).toEqual({ ok: true, firstBadAt: null });
    expect(await atClose(file.database, 0)).toMatchObject({ check: { ok: true } });
  });
});
