import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { connect, type Database, withoutParameterSniffing } from "../../../../../main/storage/database/database.ts";

/** A table whose best index depends on the bound value. @returns the index that SQLite uses for each value */
function plansOf(database: Database): string[] {
  database.exec(`CREATE TABLE sale (phase TEXT, place TEXT);
    CREATE INDEX by_phase ON sale (phase); CREATE INDEX by_place ON sale (place);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO sale SELECT iif(i = 1, 'rare', 'common'), iif(i = 2, 'rare', 'common') FROM n;
    ANALYZE;`);
  const plan = database.prepare<[string, string], { detail: string }>(
    "EXPLAIN QUERY PLAN SELECT * FROM sale WHERE phase = ? AND place = ?",
  );
  return [plan.all("rare", "common"), plan.all("common", "rare")].map(([row]) => row?.detail ?? "");
}

describe("a parameter", () => {
  it("does not change the query plan, so binding causes no recompilation", () => {
    const [first, second] = plansOf(new Sqlite(":memory:"));
    expect(first).not.toBe(second);
    const [one, other] = plansOf(connect(":memory:"));
    expect(one).toBe(other);
  });

  it("is bound unchanged: text, blob, number and null", () => {
    const database = connect(":memory:");
    const blob = Buffer.from([0, 1, 2]);
    const kinds = database.prepare("SELECT @text AS text, @blob AS blob, @number AS number, @none AS none");
    expect(kinds.get({ text: "0142", blob, number: 142, none: null })).toEqual({
      text: "0142",
      blob,
      number: 142,
      none: null,
    });
  });

  it("is distinguished from quoted text and comments", () => {
    expect(
      withoutParameterSniffing(`SELECT '?', "a@b", '''?' -- why?\nFROM t WHERE a = ? /* or ? */ AND b IN (@one, @two)`),
    ).toBe(`SELECT '?', "a@b", '''?' -- why?\nFROM t WHERE a = +? /* or ? */ AND b IN (+@one, +@two)`);
  });
});
