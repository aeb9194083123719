import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTable } from "../../../../main/lib/text-files/table.ts";
import { runs } from "../../../support/random-runs.ts";

const isHeader = (cells: readonly string[]) => cells.includes("id") && cells.includes("price");
const rowsOf = (...pieces: string[]) => [...openTable(pieces, isHeader).rows].filter((row) => row !== null);
const seen = (...pieces: string[]) =>
  rowsOf(...pieces).map(({ row, cells, problem }) => [row, problem ?? cells.join("|")]);

const DELIMITERS = [";", ",", "\t"];
const cell = fc
  .string({ unit: fc.constantFrom("a", "b", "ø", "1", " ", '"', ",", ";", "\t", "'", "=", "😀") })
  .map((text) => text.trim());

describe("a table", () => {
  it("is numbered by the lines of its file", () => {
    expect(seen('Title\n\nid;price;note\r\n1;10;"two\nlines"\n\n2;20;\r3;30;x\n4;40\n5;50;;;\n6;60;;z\n')).toEqual([
      [4, "1|10|two\nlines"],
      [7, "2|20|"],
      [8, "3|30|x"],
      [9, "count"],
      [10, "5|50|"],
      [11, "count"],
    ]);
  });

  it("names each line that misplaced quotation marks may have put into a cell", () => {
    expect(seen('id;price\n"1;10\n2";20\n3;30\n')).toEqual([
      [2, "quotes"],
      [3, "quotes"],
      [4, "3|30"],
    ]);
    expect(seen('id;price;a;b\n1;10;"x;\n2;20\n3;30;y";\n4;40;;\n').map(([row]) => row)).toEqual([2, 3, 4, 5]);
    expect(seen('id;price\n"1" x;10\n2;20\n"3;30\n4;40\n')).toEqual([
      [2, "quotes"],
      [3, "2|20"],
      [4, "quotes"],
      [5, "4|40"],
    ]);
  });

  it("reports rows above its header, and rows that an open quotation mark put into the header", () => {
    expect(seen('Prices\n1;10\n;\n12" x;20\n"2" y;30\nid;price\n3;30\n')).toEqual([
      [2, "place"],
      [4, "place"],
      [5, "quotes"],
      [7, "3|30"],
    ]);
    expect(seen('id;price;"note\n1;10;x\n2;20;y"\n3;30;z\n')).toEqual([
      [1, "quotes"],
      [2, "quotes"],
      [3, "quotes"],
      [4, "3|30|z"],
    ]);
    expect(seen('id;price\n"A;١٢\nB";١٣\nC;१४\n')).toEqual([
      [2, "quotes"],
      [3, "quotes"],
      [4, "C|१४"],
    ]);
    expect(seen('"Prices\n2026";\nid;"price\nwith VAT";price\n3;30;1\n')).toEqual([[5, "3|30|1"]]);
  });

  it("stops at a second header with other columns, and skips a repeated header", () => {
    expect(seen("id;price;c\n1;10;x\nid;price;c\n2;20;price\nid;c;price\n3;x;30\nid;price;c\n4;40;\n")).toEqual([
      [2, "1|10|x"],
      [4, "2|20|price"],
      [5, "place"],
      [6, "place"],
      [8, "4|40|"],
    ]);
    expect(seen("id;price;c\nid;kr 45;price\n")).toEqual([[2, "id|kr 45|price"]]);
  });

  it("reads well-formed cells with line breaks and delimiters", () => {
    const text = "soft, warm\nbutter, jam, and cheese\nbread, milk, salt";
    expect(seen(`id,price,note\n1,10,"${text}"\n`)).toEqual([[2, `1|10|${text}`]]);
    for (const row of ["2,20,x", '"2","20,00",', "number,kr. 20,x", 'number,"kr. 20,00",x'])
      expect(seen(`id,price,note\n1,10,"${text}\n${row}\n"\n`).map(([, problem]) => problem)).toContain("quotes");
  });

  it("finds its header among the first 20 rows that are not empty", () => {
    const below = (count: number) => openTable([`${"\n\ntitle\n".repeat(count)}id;price\n1;10\n`], isHeader).header;
    expect([below(19), below(20)]).toMatchObject([{ row: 58, cells: ["id", "price"] }, { cells: ["title"] }]);
  });

  it("reports each line of a record with a wrong number of cells", () => {
    expect(seen('id;price;c\n"1\n2;3"\n')).toEqual([
      [2, "quotes"],
      [3, "quotes"],
    ]);
  });

  it("accepts cells of up to 100,000 bytes", () => {
    const cell = (length: number) => `id;price\n"${"x".repeat(length)}";10\n2;20\n`;
    expect(seen(cell(99_000)).map(([row]) => row)).toEqual([2, 3]);
    expect(seen(cell(101_000))).toEqual([
      [2, "quotes"],
      [3, "2|20"],
    ]);
  });

  it("uses its first row as the header when the header is unknown", () => {
    expect(openTable(["\n\na;b,c;d\n1;2\n"], isHeader).header).toMatchObject({ row: 3, cells: ["a", "b,c", "d"] });
    expect(openTable([], isHeader).header.cells).toEqual([]);
    expect(rowsOf("")).toEqual([]);
  });

  it("reads long files without line ends or cell ends in time", () => {
    const long = "a;".repeat(400_000);
    expect(rowsOf("id;price\n", long).every(({ problem }) => problem === "quotes" || problem === "count")).toBe(true);
    const open = `id;price\n"1;10\n${"2;20\n".repeat(40_000)}`;
    expect(rowsOf(open)).toHaveLength(40_001);
  });

  it("reads each row, with any line ends, delimiter and quoting", () => {
    const table = fc.array(fc.tuple(cell, cell, cell, fc.constantFrom("\n", "\r\n", "\r"), fc.boolean()), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...DELIMITERS),
        fc.array(fc.nat(400), { maxLength: 6 }),
        (rows, delimiter, cuts) => {
          const lines = rows.map(([one, two, three, end, isQuoted]) => {
            const cells = [`x${one}`, two, three].map((text) =>
              isQuoted || /["',;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
            );
            return cells.join(delimiter) + end;
          });
          const text = `${["id", "price", "c"].join(delimiter)}\r\n${lines.join("")}`;
          const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
          const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
          fc.pre(pieces.every((piece) => piece.isWellFormed()));
          expect(rowsOf(...pieces)).toEqual(
            rows.map(([one, two, three], index) => ({ row: index + 2, cells: [`x${one}`, two, three], problem: null })),
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("loses no line to quotation marks in any place", () => {
    const line = fc
      .array(fc.constantFrom("a", "1", '"', '""', ";"), { minLength: 1, maxLength: 8 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const rows = rowsOf(`id;price;c\n${lines.join("\n")}`);
        const covered = new Set<number>();
        for (const { row, cells } of rows) {
          const length = cells.reduce((sum, each) => sum + each.split("\n").length - 1, 1);
          const own = lines.slice(row - 2, row - 2 + length);
          own.forEach((_, at) => {
            covered.add(row + at);
          });
          // A record of several lines counts as one row.
          const isRow = (each: string) => each.split(";").length >= 3 && /(^|;)\D{0,5}1/.test(each);
          expect(own.filter(isRow).length).toBeLessThanOrEqual(1);
        }
        const lost = lines.filter((each, index) => /[a1]/.test(each) && !covered.has(index + 2));
        expect(lost).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });
});
