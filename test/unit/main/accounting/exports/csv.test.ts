import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CSV_SEPARATORS } from "../../../../../contract/accounting/exports.ts";
import { unguardCell } from "../../../../../contract/values/csv.ts";
import { csvHead, csvRows, csvShape } from "../../../../../main/accounting/exports/csv.ts";
import { localTimes } from "../../../../../main/accounting/exports/local-time.ts";
import { MOVEMENT_COLUMNS } from "../../../../../main/accounting/exports/tables.ts";

const utc = localTimes("UTC");
const word = () =>
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom("=1;2", 'a"b', "x\r\ny", "\r", ",", ";", "\t"),
  );

const row = () =>
  fc.record({
    sequence: fc.integer({ min: 1 }),
    nr: fc.option(fc.integer({ min: 1 })),
    period: fc.constant(1),
    kind: fc.constantFrom("capture", "refund"),
    id: fc.option(word()),
    number: word(),
    pos_tid: word(),
    tid: fc.option(word()),
    at: fc.integer({ min: 0, max: 4e12 }),
    actor: fc.option(word()),
    action: fc.constant("SALE"),
    phase: fc.constant("captured"),
    currency: fc.constantFrom("NOK", "JPY", "KWD"),
    amount: fc.integer({ min: 0, max: 99_999_999 }),
    additional_amount: fc.integer({ min: 0, max: 99_999_999 }),
    transaction_fee: fc.integer(),
    interchange_fee: fc.integer(),
    text: fc.option(word()),
  });

describe("a table as CSV", () => {
  it("survives a round trip with any content and either separator", () => {
    fc.assert(
      fc.property(
        fc.array(row(), { maxLength: 5 }),
        fc.constantFrom(...CSV_SEPARATORS),
        fc.constantFrom("nb-NO", "en-GB"),
        fc.boolean(),
        (rows, separator, locale, bom) => {
          const shape = csvShape({ separator, bom }, locale);
          const text = csvHead(MOVEMENT_COLUMNS, shape) + csvRows(rows, MOVEMENT_COLUMNS, shape, utc);
          expect(text.startsWith("\ufeff")).toBe(bom);
          const read: Record<string, string>[] = parse(text, {
            columns: true,
            bom: true,
            delimiter: shape.separator,
            record_delimiter: "\r\n",
          });
          expect(read).toHaveLength(rows.length);
          for (const [index, written] of rows.entries()) {
            const cells = read[index] ?? {};
            const sign = written.kind === "refund" ? -1 : 1;
            for (const column of ["id", "number", "pos_tid", "tid", "text"] as const)
              expect(unguardCell(cells[column] ?? "")).toBe(written[column] ?? "");
            expect(unguardCell(cells.person ?? "")).toBe(written.actor ?? "");
            expect(Number(cells.amount_minor)).toBe(sign * written.amount + 0);
            const digits = { NOK: 100, JPY: 1, KWD: 1000 }[written.currency] ?? 0;
            expect(Math.round(Number(cells.amount?.replace(",", ".")) * digits) + 0).toBe(sign * written.amount + 0);
            expect(Date.parse(cells.booked_utc ?? "")).toBe(written.at);
          }
        },
      ),
    );
  });

  it.each([
    ["nb-NO", ";", ","],
    ["de-DE", ";", ","],
    ["en-GB", ",", "."],
    ["en-US", ",", "."],
  ])("uses %s as its locale: the separator is %s", (locale, separator, decimal) => {
    expect(csvShape({ separator: "auto", bom: true }, locale)).toEqual({ separator, decimal, bom: true });
  });
});

describe("the shop's time", () => {
  it("marks the two equal hours when clocks go back, and supports quarter-hour zones", () => {
    const oslo = localTimes("Europe/Oslo");
    const at = (iso: string) => oslo(Date.parse(iso));
    expect(at("2026-10-25T00:30:00Z")).toEqual({ date: "2026-10-25", time: "02:30:00", offset: "+02:00" });
    expect(at("2026-10-25T01:30:00Z")).toEqual({ date: "2026-10-25", time: "02:30:00", offset: "+01:00" });
    expect(at("2026-03-29T00:59:59Z")).toEqual({ date: "2026-03-29", time: "01:59:59", offset: "+01:00" });
    expect(at("2026-03-29T01:00:00Z")).toEqual({ date: "2026-03-29", time: "03:00:00", offset: "+02:00" });
    expect(localTimes("Asia/Kathmandu")(0)).toEqual({ date: "1970-01-01", time: "05:30:00", offset: "+05:30" });
  });
});
