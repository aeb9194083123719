import { describe, expect, it } from "vitest";
import { settlementPieces } from "../../../contract/accounting/reports.ts";
import { decimalText } from "../../../contract/values/money.ts";
import { formatDateTime } from "../../../contract/wire/wire.ts";
import { settled } from "../../support/balance.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

const HEADER = "tid,sub_id,timestamp,action,currency,amount,additional_amount,gross,fee,interchange,vat,net";

interface Line {
  tid: string | null;
  id: string | null;
  action?: string;
  amount: number;
  fee?: number;
  net?: number;
  at?: number;
}

function csv(lines: readonly Line[]): string {
  const text = (amount: number) => decimalText(amount, "NOK");
  return [
    HEADER,
    ...lines.map(({ tid, id, action = "capture", amount, fee = Math.trunc(amount / 100), net, at = Date.now() }) =>
      [
        tid,
        id ?? "",
        formatDateTime(at),
        action,
        "NOK",
        text(amount),
        "0.00",
        text(amount),
        text(fee),
        "0.00",
        "0.00",
        text(net ?? amount - fee),
      ].join(","),
    ),
  ].join("\n");
}

function never(): never {
  throw new Error("it was refused");
}

async function upload(world: TestTill, text: string, name = "ledger.csv") {
  const { uploadId } = await world.must("settlement.begin", { name });
  for (const [index, piece] of settlementPieces(text).entries()) {
    await world.must("settlement.append", { uploadId, index, text: piece });
  }
  return world.call("settlement.finish", { uploadId });
}

describe("a settlement file", () => {
  it("is matched with the bookings: equal, other amounts, only there, only here", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const same = await world.pay("SALE", 10_000);
    const other = await world.pay("SALE", 5000);
    const missing = await world.pay("SALE", 700);
    await world.must("payment.refund", { posTid: same.posTid, amount: 4000, reason: "broken" });
    const refunded = await world.waitForPhase(same.posTid, "partly_refunded");
    const hour = 3_600_000;
    const matched = await upload(
      world,
      csv([
        { tid: same.tid, id: same.captures[0]?.id ?? null, amount: 10_000, at: Date.now() - hour },
        { tid: same.tid, id: refunded.refunds[0]?.id ?? null, action: "refund", amount: 4000, fee: 0 },
        { tid: other.tid, id: other.captures[0]?.id ?? null, amount: 4900 },
        { tid: "elsewhere", id: null, amount: 100, at: Date.now() + hour },
        { tid: other.tid, id: null, action: "auth", amount: 0 },
      ]),
    );
    if (!matched.ok) throw new Error(JSON.stringify(matched));
    expect(matched.value).toMatchObject({
      ...{ name: "ledger.csv", by: "Owner", lines: 4, passedOver: 1, others: 0, matched: 2 },
      ...{ gross: 11_000, fee: 150, net: 10_850, feeHere: 150, feeThere: 149 },
      counts: { onlyInFile: 1, onlyHere: 1, different: 1 },
      onlyInFile: [{ line: 5, tid: "elsewhere", amount: 100 }],
      onlyHere: [{ posTid: missing.posTid, amount: 700, atEdge: false, period: 1 }],
      different: [{ kinds: ["amount", "fee"], line: { amount: 4900 }, here: { posTid: other.posTid, amount: 5000 } }],
    });
    const {
      onlyInFile: _file,
      onlyHere: _here,
      different: _different,
      movements: _movements,
      ...summary
    } = matched.value;
    expect(await world.must("settlement.list", {})).toEqual({ items: [summary] });
    expect(await world.must("settlement.get", { id: matched.value.id })).toEqual(matched.value);
    const actors = world.database.prepare("SELECT actor FROM journal WHERE event = 'settlement.matched'").pluck().all();
    expect(actors).toEqual(["Owner"]);
  });

  it("counts chargebacks and corrections under their own names, up to the payout", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const sale = await world.pay("SALE", 10_000);
    await settled(world);
    const id = sale.captures[0]?.id ?? null;
    const lines = [
      { tid: sale.tid, id, amount: 10_000 },
      { tid: sale.tid, id: null, action: "Chargeback", amount: -4000, fee: 1500 },
      { tid: "", id: null, action: "adjustment", amount: 250, fee: 0 },
    ];
    const matched = await upload(world, csv(lines));
    const [chargeback, adjustment] = [
      { line: 3, tid: sale.tid, action: "Chargeback", amount: -4000, fee: 1500, net: -5500 },
      { line: 4, tid: null, action: "adjustment", amount: 250, fee: 0, net: 250 },
    ];
    expect(matched).toMatchObject({
      value: {
        ...{ lines: 1, matched: 1, passedOver: 0, gross: 10_000, otherAmount: -3750, fee: 1600, net: 4650 },
        ...{ netInFile: 4650, payout: { rows: 4650, stated: null }, counts: { movements: 2 } },
        movements: [chargeback, adjustment],
      },
    });
    const short = await upload(world, csv([...lines, { tid: "", id: null, action: "payout", amount: -4600, fee: 0 }]));
    expect(short).toMatchObject({
      value: { net: 4650, payout: { rows: 4650, stated: 4600 }, counts: { movements: 2 } },
    });
    // Results from before such lines were read can still be opened.
    if (!short.ok) throw new Error(JSON.stringify(short));
    const { otherAmount: _amount, payout: _payout, movements: _movements, ...old } = short.value;
    const { movements: _count, ...counts } = old.counts;
    world.database
      .prepare("UPDATE settlement SET content = ? WHERE id = ?")
      .run(JSON.stringify({ ...old, counts }), old.id);
    expect(await world.must("settlement.get", { id: old.id })).toMatchObject({
      ...{ otherAmount: 0, payout: null, movements: [], counts: { movements: 0 } },
    });
  });

  it("with doubled fees and inconsistent net amounts is reported by kind", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const sales = [await world.pay("SALE", 10_000), await world.pay("SALE", 5000)];
    const third = await world.pay("SALE", 2000);
    await settled(world);
    const lines = (factor: number, off: number) =>
      [...sales, third].map(({ tid, captures, capturedTotal }) => {
        const fee = (factor * capturedTotal) / 100;
        return { tid, id: captures[0]?.id ?? null, amount: capturedTotal, fee, net: capturedTotal - fee + off };
      });
    const good = await upload(world, csv(lines(1, 0)));
    expect(good).toMatchObject({
      value: { matched: 3, fee: 170, feeHere: 170, feeThere: 170, netInFile: 16_830, counts: { different: 0 } },
    });
    const doubled = await upload(world, csv(lines(2, 0)));
    expect(doubled).toMatchObject({
      value: { matched: 0, feeHere: 170, feeThere: 340, kinds: { amount: 0, fee: 3, net: 0 } },
    });
    const wrong = await upload(world, csv(lines(2, 777)));
    expect(wrong).toMatchObject({
      value: {
        ...{ matched: 0, counts: { different: 3 }, kinds: { amount: 0, fee: 3, net: 3 } },
        ...{ net: 16_660, netInFile: 16_660 + 3 * 777 },
      },
    });
    const [first] = wrong.ok ? wrong.value.different : [];
    expect(first).toMatchObject({ kinds: ["fee", "net"], line: { fee: 200, net: 10_577 }, here: { fee: 100 } });
    const { items } = await world.must("settlement.list", {});
    expect(items).toHaveLength(3);
    // Results from before differences had kinds can still be opened.
    const { kinds: _kinds, feeThere: _feeThere, netInFile: _net, ...old } = wrong.ok ? wrong.value : never();
    const unlike = old.different.map(({ line, here }) => ({ line, here }));
    world.database
      .prepare("UPDATE settlement SET content = ? WHERE id = ?")
      .run(JSON.stringify({ ...old, different: unlike }), old.id);
    expect(await world.must("settlement.get", { id: old.id })).toMatchObject({
      ...{ kinds: { amount: 3, fee: 0, net: 0 }, feeThere: null, netInFile: null },
      different: [{ kinds: ["amount"] }, {}, {}],
    });
  });

  it("much larger than a request is uploaded in chunks, each once, in order", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const lines = Array.from({ length: 3000 }, (_, at) => ({ tid: `t${at}`, id: null, amount: 100 + at }));
    const pieces = settlementPieces(csv(lines));
    expect(pieces.length).toBeGreaterThan(10);
    const { uploadId } = await world.must("settlement.begin", { name: "large.csv" });
    const [first = "", second = ""] = pieces;
    expect(await world.must("settlement.append", { uploadId, index: 0, text: first })).toEqual({ received: 1 });
    // The response was lost: the same chunk is sent again.
    expect(await world.must("settlement.append", { uploadId, index: 0, text: first })).toEqual({ received: 1 });
    expect(await world.call("settlement.append", { uploadId, index: 2, text: second })).toMatchObject({
      error: { code: "conflict" },
    });
    expect(await world.call("settlement.append", { uploadId, index: 0, text: second })).toMatchObject({
      error: { code: "conflict" },
    });
    for (const [index, text] of pieces.entries()) await world.must("settlement.append", { uploadId, index, text });
    expect(await world.must("settlement.finish", { uploadId })).toMatchObject({
      lines: 3000,
      matched: 0,
      counts: { onlyInFile: 3000 },
      onlyInFile: { length: 500 },
    });
    expect(await world.call("settlement.finish", { uploadId })).toMatchObject({ error: { code: "not_found" } });
  });

  it("that is unreadable is not stored", async () => {
    await using world = await createTestTill();
    await world.asManager();
    const refused = await upload(world, `${HEADER}\nt1,,yesterday,capture,NOK,1.00,0.00,1.00,0,0,0,1.00`);
    expect(refused).toMatchObject({
      error: { code: "invalid_input", details: { fields: [{ field: "line 2, timestamp" }] } },
    });
    expect(await world.must("settlement.list", {})).toEqual({ items: [] });
    await world.must("staff.signOut", {});
    expect(await world.call("settlement.list", {})).toMatchObject({ error: { code: "not_allowed" } });
  });
});
