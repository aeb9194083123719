import { describe, expect, it } from "vitest";
import { settlementPieces } from "../../../../../contract/accounting/reports.ts";
import { readSettlementFile } from "../../../../../main/accounting/settlement/file.ts";

const GIVEN = { currency: "NOK", now: Date.parse("2026-03-10T12:00:00Z") };
const HEADER = "tid,sub_id,timestamp,action,gross,fee,note";
const capture = (id: string, note = "") => `t,${id},2026-03-02 13:00:07,capture,10.00,0.10,${note}`;
const auth = "t,,2026-03-02 13:00:07,auth,0.00,0.00,";

async function read(text: string, pieces = settlementPieces(text)) {
  const file = await readSettlementFile(pieces, GIVEN);
  if (!file.ok) return file.problems.map(({ field, expected }) => `${field}: ${expected}`);
  return { captures: file.value.lines.map(({ line, subId }) => `${line} ${subId}`), passedOver: file.value.passedOver };
}

const THREE = { captures: ["2 a", "4 b", "5 c"], passedOver: 1 };

describe("rows of a settlement file", () => {
  it.each([
    ["CRLF header and LF rows", "\r\n", "\n"],
    ["LF header and CRLF rows", "\n", "\r\n"],
    ["only CR", "\r", "\r"],
    ["CRLF header and CR rows", "\r\n", "\r"],
  ])("are all read with %s, at any chunk boundaries", async (_, first, end) => {
    const text = HEADER + first + [capture("a"), auth, capture("b"), capture("c")].join(end);
    expect(await read(text)).toEqual(THREE);
    expect(await read(text, [...text])).toEqual(THREE);
  });

  it("are reported when quotation marks are missing or misplaced", async () => {
    const unclosed = [HEADER, capture("a"), capture("b", '"Bun'), capture("c"), capture("d")].join("\n");
    expect(await read(unclosed)).toEqual([expect.stringMatching(/^line 3: quotation marks in pairs/)]);
    const swallowed = [HEADER, capture("a", '"x'), capture("b"), capture("c", 'y"')].join("\n");
    const lines = (await read(swallowed)) as string[];
    expect(lines.map((each) => each.slice(0, 16))).toEqual([
      "line 2: quotatio",
      "line 3: quotatio",
      "line 4: quotatio",
    ]);
  });

  it("may have line breaks and commas in a message", async () => {
    const message = '"Hei,\ntakk for maten, og god helg, hilsen Ola, Kari, Per\nog Siri"';
    expect(await read([HEADER, capture("a", message), capture("b")].join("\n"))).toEqual({
      captures: ["2 a", "5 b"],
      passedOver: 0,
    });
  });

  it("make the file invalid above the header, within the header or below a second header", async () => {
    const above = await read([capture("a"), "t,,2026-03-02,fee,-5.00,,", HEADER, capture("b")].join("\n"));
    expect(above).toEqual([1, 2].map((line) => expect.stringMatching(`^line ${line}: a row below the file's only`)));
    const inHeader = await read([`${HEADER.slice(0, -4)}"note`, capture("a", '"'), capture("b")].join("\n"));
    expect(inHeader).toEqual([1, 2].map((line) => expect.stringMatching(`^line ${line}: quotation marks`)));
    const second = await read(
      [HEADER, capture("a"), HEADER, HEADER.replace("gross,fee", "fee,gross"), auth].join("\n"),
    );
    expect(second).toEqual([4, 5].map((line) => expect.stringMatching(`^line ${line}: a row below the file's only`)));
  });

  it("without an amount are rejected when they have more cells than the header, or an amount in a short row", async () => {
    const short = "t,,2026-03-02 13:00:07,auth,,0.50";
    expect(await read([HEADER, capture("a"), short].join("\n"))).toEqual([
      "line 3, note: 7 columns, as in the header (this line has 6)",
    ]);
  });

  it.each([
    ["rows without an amount", auth],
    ["empty rows", ",,,,,,"],
  ])("do not block other work while 20,000 %s are read", async (_, row) => {
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    await read([HEADER, capture("a"), ...Array<string>(20_000).fill(row)].join("\n"));
    isReading = false;
    expect(turns).toBeGreaterThan(20);
  });

  it("are skipped only when their whole content was read", async () => {
    const columns = "7 columns, as in the header";
    const rent = "t,,2026-03-02 13:00:07,rent";
    expect(await read([HEADER, capture("a"), rent].join("\n"))).toEqual([
      `line 3, gross: ${columns} (this line has 4)`,
    ]);
    expect(await read([HEADER, capture("a"), `${auth},1,50`].join("\n"))).toEqual([
      `line 3, column 8: ${columns} (this line has 9)`,
    ]);
    expect(await read([HEADER, capture("a"), auth.slice(0, -11), `${auth},,`].join("\n"))).toMatchObject({
      passedOver: 2,
    });
  });

  it("with an unreadable byte in a required column are reported, and others are read", async () => {
    expect(
      await read([HEADER, capture("a", "B\ufffdn"), "t\ufffd,x,2026-03-02 13:00:07,capture,1.00,0,"].join("\n")),
    ).toEqual(["line 3, tid: readable characters. This cell has a byte that is not in the file's encoding"]);
    expect(await read([HEADER, capture("a", "B\ufffdn")].join("\n"))).toMatchObject({ captures: ["2 a"] });
  });

  it("begin below a title, and sep= sets the delimiter", async () => {
    const text = [HEADER, capture("a")].join("\n").replaceAll(",", "|");
    expect(await read(`sep=|\r\nPayouts of March\r\n\r\n${text}`)).toEqual({ captures: ["5 a"], passedOver: 0 });
    const quoted = `${HEADER.replaceAll(",", ";").replace("note", '"a,b,c,d,e,f,g,h"')}\n${capture("a").replaceAll(",", ";")}`;
    expect(await read(quoted)).toEqual({ captures: ["2 a"], passedOver: 0 });
  });
});
