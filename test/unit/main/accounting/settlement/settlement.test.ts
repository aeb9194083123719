import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SETTLEMENT_PIECE_LENGTH, settlementPieces } from "../../../../../contract/accounting/reports.ts";
import {
  type BookedMovement,
  type FileLine,
  matchSettlement,
} from "../../../../../contract/accounting/settlement-match.ts";
import { decimalText, parseDecimalText } from "../../../../../contract/values/money.ts";
import { readSettlementFile } from "../../../../../main/accounting/settlement/file.ts";
import { runs } from "../../../../support/random-runs.ts";

const HEADER =
  "tid,sub_id,timestamp,action,type,customer,currency,amount,additional_amount,gross,fee,interchange,vat,taxcode,net,reserved1";

/** A ledger file with every kind of line: lines without an amount lack columns. */
const LEDGER = `${HEADER}
t1,,2026-03-02 12:00:00,request,,token:F_+z/3,NOK,200.00,0.00,0.00,0.00,0.00,0.00,0.00
t1,,2026-03-02 13:00:07,auth,credit,token:F_+z/3,NOK,200.00,0.00,0.00,0.00,0.00,0.00,0.00,,
t1,,2026-03-02 13:00:07,capture,credit,token:F_+z/3,NOK,200.00,0.00,200.00,1.80,0.50,0.00,NO:2013,197.70,
t2,first,2026-03-02 13:04:04,capture,credit,token:go,NOK,50.00,10.00,60.00,1.80,0.60,0.25,NO:2013,57.35,
t2,second,2026-03-02 13:20:37,Capture,credit,token:go,NOK,50.00,0.00,50.00,1.80,0.50,0.00,NO:2013,47.70,
t2,back,2026-03-02 14:20:37,refund,credit,token:go,NOK,5.00,0.00,-5.00,0.00,0.00,0.00,NO:2013,-5.00,
t2,,2026-03-05 14:42:17,release,credit,token:go,NOK,50.00,5.00,0.00,0.00,0.00,0.00,NO:2013,0.00,
`;

const GIVEN = { currency: "NOK", now: Date.parse("2026-03-10T12:00:00Z") };

async function read(text: string, currency = "NOK") {
  return readSettlementFile(settlementPieces(text), { ...GIVEN, currency });
}

async function problems(text: string) {
  const file = await read(text);
  return file.ok ? [] : file.problems;
}

describe("a settlement file", () => {
  it("returns its lines with amounts, in minor units and unsigned, and counts the others", async () => {
    const file = await read(LEDGER);
    if (!file.ok) throw new Error(JSON.stringify(file.problems));
    expect(file.value.passedOver).toBe(3);
    expect(
      file.value.lines.map(({ line, tid, subId, action, amount, fee }) => [line, tid, subId, action, amount, fee]),
    ).toEqual([
      [4, "t1", null, "capture", 20_000, 230],
      [5, "t2", "first", "capture", 6000, 265],
      [6, "t2", "second", "capture", 5000, 230],
      [7, "t2", "back", "refund", 500, 0],
    ]);
    expect(file.value.lines[0]).toMatchObject({
      at: "2026-03-02T13:00:07.000Z",
      transactionFee: 180,
      interchangeFee: 50,
      vat: 0,
    });
  });

  it("has nets that match gross, fees and VAT, or reports the lines that do not", async () => {
    const nets = async (text: string) => {
      const file = await read(text);
      return file.ok ? file.value.lines.map(({ net, netDiffers }) => [net, netDiffers]) : file.problems;
    };
    expect(await nets(LEDGER)).toMatchObject([
      [19_770, false],
      [5735, false],
      [4770, false],
      [-500, false],
    ]);
    expect(await nets(LEDGER.replace("57.35", "57.36").replace(",-5.00,\n", ",5.00,\n"))).toMatchObject([
      [19_770, false],
      [5736, true],
      [4770, false],
      [500, true],
    ]);
    // A refund without a sign has a net without one.
    const unsigned = "tid,timestamp,action,gross,fee,net\nt1,2026-03-02 13:00:07,refund,5.00,0.00,5.00\n";
    expect(await nets(unsigned)).toMatchObject([[500, false]]);
    expect(await nets("tid,timestamp,action,gross\nt1,2026-03-02 13:00:07,capture,5.00\n")).toMatchObject([
      [null, false],
    ]);
  });

  it("is read with semicolons, a byte order mark, Windows line ends and quotes", async () => {
    const text = `\uFEFF"TID";"Timestamp";"Action";"Gross";"Note"\r\n"t1";"2026-03-02 13:00:07";"capture";"1.50";"a ""b"";c"\r\n`;
    const file = await read(text);
    expect(file).toMatchObject({ ok: true, value: { lines: [{ tid: "t1", amount: 150, subId: null }] } });
  });

  it("falls back to the amounts without a gross column, and supports currencies without minor units", async () => {
    const text = "tid,timestamp,action,currency,amount,additional_amount\nt1,2026-03-02 13:00:07,capture,JPY,1000,50\n";
    expect(await read(text, "JPY")).toMatchObject({ ok: true, value: { lines: [{ amount: 1050, fee: 0 }] } });
  });

  it("names each line and column that cannot be read, and the expected value", async () => {
    const line = "t1,,2026-03-02 25:00:07,capture,,,SEK,x,0.00,1.234,1.50,0,0,,,";
    expect(await problems(`${HEADER}\n${line}\n,,2026-03-02 13:00:07,refund,,,NOK,,,1,,,,,,\n`)).toMatchObject([
      { field: "line 2, timestamp", expected: "a time in UTC, YYYY-MM-DD hh:mm:ss" },
      { field: "line 2, currency", expected: "NOK, this till's currency" },
      { field: "line 2, gross", expected: "an amount in NOK, like 149.50" },
      { field: "line 3, tid", expected: "the service's transaction ID" },
    ]);
    expect(await problems("a,b\n1,2\n")).toMatchObject([
      { field: "line 1", expected: "a header with tid, timestamp, action, gross/amount" },
    ]);
    expect(await problems('tid,timestamp,action,gross\n"t1')).toMatchObject([
      { expected: expect.stringContaining("quotation marks in pairs") },
    ]);
    expect(await problems("\u0000\u0001binary")).toHaveLength(1);
  });

  it("uses the header's delimiter, and then allows a decimal comma", async () => {
    const header = "tid;sub_id;timestamp;action;gross;fee";
    const of = (cells: string) => `${header}\nt1;c1;2026-03-02 13:00:07;${cells}\n`;
    expect(await read(of("capture;149,50;1,50"))).toMatchObject({
      ok: true,
      value: { lines: [{ amount: 14_950, fee: 150 }] },
    });
    expect(await read(of("capture;149,00;0,00"))).toMatchObject({
      ok: true,
      value: { lines: [{ amount: 14_900, fee: 0 }] },
    });
    expect(await read(of("capture;149.50;1.50").replaceAll(";", "\t"))).toMatchObject({
      value: { lines: [{ amount: 14_950, fee: 150 }] },
    });
    expect(await problems(of('capture;149.50;"1,50"'))).toMatchObject([
      { field: "line 2, fee", expected: "an amount in NOK, like 149.50, with one decimal mark throughout" },
    ]);
    const note = "tid,timestamp,action,note,gross\nt1,2026-03-02 13:00:07,capture,a;b\tc,10.00\n";
    expect(await read(note)).toMatchObject({ ok: true, value: { lines: [{ amount: 1000 }] } });
    expect(await problems('tid,timestamp,action,gross\nt1,2026-03-02 13:00:07,capture,"149,50"\n')).toHaveLength(1);
  });

  it.each(["1.000", "1,000", "1.234,50", "1,234.50"])("does not guess the meaning of %s", async (amount) => {
    const text = `tid;timestamp;action;gross\nt1;2026-03-02 13:00:07;capture;${amount}\n`;
    expect(await problems(text)).toMatchObject([{ field: "line 2, gross" }]);
  });

  it("reports a line with an amount that has more or fewer cells than the header", async () => {
    const header = "tid,timestamp,action,gross,fee";
    const at = "2026-03-02 13:00:07";
    expect(
      await problems(`${header}\nt1,${at},auth\nt1,${at},capture,149,50,1,50\nt1,${at},refund,1.00\n`),
    ).toMatchObject([
      { field: "line 3, column 6", expected: "5 columns, as in the header (this line has 7)" },
      { field: "line 4, fee", expected: "5 columns, as in the header (this line has 4)" },
    ]);
    expect(await problems("tid,timestamp,action,gross,gross\n")).toMatchObject([
      { field: "line 1", expected: "a header with gross only once" },
    ]);
  });

  it("reports a line that lacks its amount", async () => {
    const header = "tid,timestamp,action,amount,gross";
    const at = "2026-03-02 13:00:07";
    expect(await problems(`${header}\nt1,${at},capture,,\n`)).toMatchObject([{ field: "line 2, gross" }]);
    expect(await read(`${header}\nt1,${at},capture,10.00,\n`)).toMatchObject({ value: { lines: [{ amount: 1000 }] } });
  });

  it("keeps the sign of a reversed capture, and drops a refund's", async () => {
    const header = "tid,timestamp,action,gross,fee";
    const at = "2026-03-02 13:00:07";
    const file = await read(
      `${header}\nt1,${at},capture,-149.50,-1.50\nt1,${at},refund,-5.00,0\nt1,${at},refund,5.00,0\n`,
    );
    expect(file).toMatchObject({
      value: { lines: [{ amount: -14_950, fee: -150 }, { amount: 500 }, { amount: 500 }] },
    });
  });

  it("reports a line with a date in the future or far from the rest", async () => {
    const lines = ["2026-03-02", "1999-03-02", "2026-03-03", "2026-03-04", "2026-03-12"];
    const text = lines.map((day) => `t1,${day} 13:00:07,capture,1.00`).join("\n");
    expect(await problems(`tid,timestamp,action,gross\n${text}\n`)).toMatchObject([
      { field: "line 3, timestamp", expected: "a time within two years of the other lines (2026-03-03)" },
      { field: "line 6, timestamp", expected: "a time that is not in the future" },
    ]);
  });

  it("reports the first twenty of many wrong lines", async () => {
    const lines = Array.from({ length: 500 }, () => "t1,2026-03-02 13:00:07,capture,x");
    expect(await problems(`tid,timestamp,action,gross\n${lines.join("\n")}`)).toHaveLength(20);
  });

  it("is read the same at any chunk boundaries", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: LEDGER.length }), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), LEDGER.length];
        const pieces = at.slice(1).map((end, index) => LEDGER.slice(at[index], end));
        expect(await readSettlementFile(pieces, GIVEN)).toEqual(await read(LEDGER));
      }),
      { numRuns: runs(50) },
    );
  });
});

describe("the chunks of a file", () => {
  it("each fit a request, add up to the file, and split no character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.integer({ min: 1, max: 900 }), (text, times) => {
        const repeated = text.repeat(times);
        const pieces = settlementPieces(repeated);
        expect(pieces.join("")).toBe(repeated);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(SETTLEMENT_PIECE_LENGTH);
          expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThan(64_000);
          expect(piece.isWellFormed()).toBe(repeated.isWellFormed());
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("a machine-written amount", () => {
  it("is the inverse of the till's own format", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom("NOK", "JPY", "KWD"), (amount, currency) => {
        fc.pre(Math.abs(amount) < 1e15);
        expect(parseDecimalText(decimalText(amount, currency), currency)).toBe(amount);
      }),
    );
  });

  it.each([
    ["149.5", 14_950],
    ["149.", 14_900],
    ["+0.05", 5],
    ["-0.00", 0],
    ["1000.000", 100_000],
    ["1,50", null],
    ["1.505", null],
    ["1e3", null],
    ["", null],
    [".5", null],
    ["9999999999999999", null],
    [" 1", null],
  ])("%j is %j in NOK", (text, amount) => {
    expect(parseDecimalText(text, "NOK")).toBe(amount);
  });
});

function line(tid: string, subId: string | null, amount: number, action: "capture" | "refund" = "capture"): FileLine {
  return {
    ...{ line: 2, tid, subId, action, amount },
    at: "",
    time: 0,
    fee: 0,
    transactionFee: 0,
    interchangeFee: 0,
    vat: 0,
    net: null,
    netDiffers: false,
  };
}

function booked(
  tid: string,
  id: string | null,
  amount: number,
  action: "capture" | "refund" = "capture",
): BookedMovement {
  return {
    ...{ tid, id, action, amount },
    posTid: `p-${tid}`,
    number: "1",
    at: "",
    time: 0,
    fee: 0,
    paymentFee: 0,
    period: 1,
    atEdge: false,
  };
}

describe("matching", () => {
  it("uses tid and id first", () => {
    const result = matchSettlement(
      [line("t", "b", 500), line("t", "a", 500), line("t", "a", 500, "refund")],
      [booked("t", "a", 500), booked("t", "b", 500), booked("t", "a", 500, "refund")],
    );
    expect(
      result.matched.map(({ line: { subId, action }, here }) => [subId === here.id, action === here.action]),
    ).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
    expect([result.different, result.onlyInFile, result.onlyHere]).toEqual([[], [], []]);
  });

  it("falls back to the amount when one side has no id", () => {
    const result = matchSettlement(
      [line("t", null, 500), line("t", null, 300)],
      [booked("t", "a", 300), booked("t", "b", 500)],
    );
    expect(result.matched.map(({ line: { amount }, here }) => [amount, here.amount])).toMatchObject([
      [500, 500],
      [300, 300],
    ]);
  });

  it("shows one movement with two amounts as a difference", () => {
    expect(matchSettlement([line("t", "a", 500)], [booked("t", "a", 400)]).different).toHaveLength(1);
    expect(matchSettlement([line("t", null, 500)], [booked("t", "a", 400)]).different).toHaveLength(1);
  });

  it("does not match a reversed capture with the capture", () => {
    const { matched, different } = matchSettlement([line("t", "a", -500)], [booked("t", "a", 500)]);
    expect([matched.length, different.length]).toEqual([0, 1]);
  });

  it("does not match two movements with different ids", () => {
    const { onlyInFile, onlyHere, matched } = matchSettlement([line("t", "a", 500)], [booked("t", "b", 500)]);
    expect([matched.length, onlyInFile.length, onlyHere.length]).toEqual([0, 1, 1]);
  });

  it("matches the first of a duplicated line and lists the second as only in the file", () => {
    const { onlyInFile, matched } = matchSettlement(
      [line("t", "a", 500), line("t", "a", 500)],
      [booked("t", "a", 500)],
    );
    expect([matched.length, onlyInFile.length]).toEqual([1, 1]);
  });

  it("puts every line and every booking into exactly one list", () => {
    const tid = fc.constantFrom("t", "u", "v");
    const id = fc.constantFrom(null, "a", "b", "c");
    const amount = fc.constantFrom(100, 200, 300);
    const action = fc.constantFrom("capture" as const, "refund" as const);
    const lines = fc.array(
      fc.tuple(tid, id, amount, action).map((of) => line(...of)),
      { maxLength: 20 },
    );
    const bookings = fc.array(
      fc.tuple(tid, id, amount, action).map((of) => booked(...of)),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, bookings, (inFile, here) => {
        const { matched, different, onlyInFile, onlyHere } = matchSettlement(inFile, here);
        const pairs = [...matched, ...different];
        expect(new Set([...pairs.map((pair) => pair.line), ...onlyInFile])).toEqual(new Set(inFile));
        expect(pairs.length + onlyInFile.length).toBe(inFile.length);
        expect(new Set([...pairs.map((pair) => pair.here), ...onlyHere]).size).toBe(here.length);
        expect(pairs.length + onlyHere.length).toBe(here.length);
        for (const pair of pairs) {
          expect([pair.line.tid, pair.line.action]).toEqual([pair.here.tid, pair.here.action]);
          expect(pair.line.amount === pair.here.amount).toBe(matched.includes(pair));
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
