/**
 * One settlement file for all tills: each line finds its till's booking, and unmatched lines are named with their till.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settlementPieces } from "../../../contract/accounting/reports.ts";
import { decimalText } from "../../../contract/values/money.ts";
import { formatDateTime } from "../../../contract/wire/wire.ts";
import { initLedger, openLedger } from "../../../ledger/database.ts";
import { reconcile } from "../../../ledger/reconcile.ts";
import { createReader } from "../../../ledger/service-reader.ts";
import { matchForAll } from "../../../ledger/settlement.ts";
import { addTill } from "../../../ledger/tills.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { serviceReader } from "../../../main/operations/maintenance/read-service.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startPostgres } from "../../support/postgres.ts";
import { merchantClient } from "../../support/sandbox.ts";
import { startSimulatedTill } from "../../support/simulated-till.ts";
import { createTestTill, type TestTill } from "../../support/test-till.ts";

interface Line {
  tid: string | null;
  action: "capture" | "refund";
  amount: number;
}

/** @param fees fees in minor units by `action tid`; 0 for all others */
function csv(lines: readonly Line[], at: number, fees: ReadonlyMap<string, number> = new Map()): string {
  const rows = lines.map(({ tid, action, amount }) => {
    const fee = fees.get(`${action} ${tid}`) ?? 0;
    const gross = decimalText(amount, "NOK");
    const net = decimalText((action === "capture" ? amount : -amount) - fee, "NOK");
    return [tid, formatDateTime(at), action, gross, decimalText(fee, "NOK"), net];
  });
  return ["tid,timestamp,action,gross,fee,net", ...rows.map((row) => row.join(","))].join("\n");
}

async function upload(world: TestTill, text: string) {
  const { uploadId } = await world.must("settlement.begin", { name: "all.csv" });
  for (const [index, piece] of settlementPieces(text).entries()) {
    await world.must("settlement.append", { uploadId, index, text: piece });
  }
  return world.must("settlement.finish", { uploadId });
}

describe("a settlement file for all tills", () => {
  it("matches two tills, is stored, and each till's own upload recognises the other's lines", async () => {
    await using opened = new AsyncDisposableStack();
    const folder = opened.use(temporaryFolder());
    const server = opened.use(await startPostgres());
    const ledger = openLedger(server.url, null);
    opened.defer(() => ledger.end());
    await initLedger(ledger);
    const urlOf = (id: string) => addTill(ledger, { id, shop: null, replaces: null, renew: false }, server.url);
    const world = opened.use(
      await createTestTill({
        sandbox: { saleCapturesItself: true },
        provisioning: { ledger: { url: await urlOf("kasse-1"), till: "kasse-1" } },
      }),
    );
    await world.asManager();
    const client = merchantClient(world.sandbox.provision());
    const other = opened.use(
      await startSimulatedTill({
        name: "kasse-2",
        client,
        phoneUrl: world.sandbox,
        ledgerUrl: await urlOf("kasse-2"),
        clock: systemClock,
      }),
    );
    const first = await world.pay("SALE", 10_000);
    const differing = await world.pay("SALE", 5000);
    await other.sell(3000, 1000);
    await other.sell(700, 0);
    const [sold, unlisted] = other.tids;
    const bookings = () => ledger`SELECT 1 FROM booking WHERE kind IN ('capture', 'refund')`;
    await expect.poll(bookings).toHaveLength(5);

    const capture = (tid: string | null | undefined, amount: number): Line => ({
      tid: tid ?? null,
      action: "capture",
      amount,
    });
    const deducted = await ledger<{ what: string; fee: number }>`
      SELECT kind || ' ' || tid AS what, sum(transaction_fee + interchange_fee)::int AS fee
      FROM booking JOIN payment USING (till, pos_tid) WHERE kind IN ('capture', 'refund') GROUP BY 1`;
    const text = csv(
      [
        capture(first.tid, 10_000),
        capture(differing.tid, 5100),
        capture(sold, 3000),
        { tid: sold ?? null, action: "refund", amount: 1000 },
        capture("nobodys-1", 900),
      ],
      // The file's period ends after the last booking, so missing lines count as missing. Times are whole seconds.
      Date.now() + 5000,
      new Map(deducted.map(({ what, fee }) => [what, fee])),
    );
    const begins = csv([capture("nobodys-0", 1)], Date.now() - 3_600_000).split("\n")[1];
    const path = join(folder.path, "all.csv");
    writeFileSync(path, `${text}\n${begins}\n`);
    const reader = createReader(serviceReader(null, systemClock));
    const match = await matchForAll(ledger, reader, { path, currency: null });
    expect(match).toMatchObject({
      lines: 6,
      matched: 3,
      gross: 10_000 + 5100 + 3000 - 1000 + 900 + 1,
      netInFile: match.net,
    });
    expect(match.tills.map(({ till, gross }) => [till, gross])).toEqual([
      ["kasse-1", 15_100],
      ["kasse-2", 2000],
      [null, 901],
    ]);
    expect(match.differences.map(({ kind, till, tid, inFile, booked }) => [kind, till, tid, inFile, booked])).toEqual(
      expect.arrayContaining([
        ["only_in_file", null, "nobodys-1", 900, null],
        ["only_in_file", null, "nobodys-0", 1, null],
        ["only_here", "kasse-2", unlisted, null, 700],
        ["amount", "kasse-1", differing.tid, 5100, 5000],
      ]),
    );
    expect(match.differences).toHaveLength(4);

    // Uploading the same file again replaces it.
    await matchForAll(ledger, reader, { path, currency: "NOK" });
    expect(await ledger`SELECT name, matched::int FROM settlement`).toEqual([{ name: "all.csv", matched: 3 }]);
    expect(await ledger`SELECT kind FROM settlement_difference ORDER BY kind`).toEqual(
      ["amount", "only_here", "only_in_file", "only_in_file"].map((kind) => ({ kind })),
    );

    // A chargeback of the second till's payment and a correction without a payment count under their own names.
    const others = [
      `${sold},${formatDateTime(Date.now())},Chargeback,-20.00,5.00,-25.00`,
      `,,correction,1.50,0.00,1.50`,
      `,,payout,-180.00,0.00,-180.00`,
    ];
    const withOthers = join(folder.path, "others.csv");
    writeFileSync(withOthers, [text, begins, ...others].join("\n"));
    const completeMatch = await matchForAll(ledger, reader, { path: withOthers, currency: null });
    expect(completeMatch).toMatchObject({
      ...{ lines: 8, matched: 3, gross: match.gross, others: -1850, fee: match.fee + 500, net: match.net - 2350 },
      ...{ netInFile: completeMatch.net, payout: 18_000 },
    });
    expect(completeMatch.tills.map(({ till, others: moved }) => [till, moved])).toEqual([
      ["kasse-1", 0],
      ["kasse-2", -2000],
      [null, 150],
    ]);
    expect(completeMatch.tills.reduce((sum, { net }) => sum + net, 0)).toBe(completeMatch.net);
    const { fingerprint } = completeMatch;
    const stored = await ledger`SELECT gross::int, others::int, fee::int, net::int, payout::int FROM settlement
      WHERE fingerprint = ${fingerprint}`;
    const { gross, fee, net } = completeMatch;
    expect(stored).toEqual([{ gross, others: -1850, fee, net, payout: 18_000 }]);
    expect(
      await ledger`SELECT till, others::int FROM settlement_till WHERE fingerprint = ${fingerprint} ORDER BY till`,
    ).toEqual([
      { till: "kasse-1", others: 0 },
      { till: "kasse-2", others: -2000 },
      { till: null, others: 150 },
    ]);
    expect(
      await ledger`SELECT till, action, in_file::int AS amount FROM settlement_difference
        WHERE fingerprint = ${fingerprint} AND action NOT IN ('capture', 'refund') ORDER BY line`,
    ).toEqual([
      { till: "kasse-2", action: "Chargeback", amount: -2000 },
      { till: null, action: "correction", amount: 150 },
    ]);

    // When refunds have no sign, a chargeback is in no sum, and the payout is not checked.
    const signs = `${sold},${formatDateTime(Date.now())},refund,10.00,0.00,10.00\n,,chargeback,20.00,0.00,20.00`;
    writeFileSync(withOthers, `${text}\n${signs}`);
    const unsigned = await matchForAll(ledger, reader, { path: withOthers, currency: null });
    expect(unsigned).toMatchObject({ others: 0, payout: null, unsigned: 2, netInFile: null });
    expect(
      await ledger`SELECT others::int, payout FROM settlement WHERE fingerprint = ${unsigned.fingerprint}`,
    ).toEqual([{ others: 0, payout: null }]);

    // A till has met none of the other's requests: the ledger knows their owners once the list was read.
    await reconcile(ledger, listOf([sold, unlisted]), Date.now, { pause: async () => undefined });
    const own = await upload(world, text);
    expect(own).toMatchObject({ lines: 3, others: 2, matched: 1, counts: { onlyInFile: 1, different: 1 } });
  });
});

/** A service that has only these requests of the second till. */
function listOf(tids: readonly (string | undefined)[]) {
  return createReader(async (question) => {
    if (question.ask === "page") return { ok: true, value: { page: "1", ids: tids, next: null } };
    const value = { posId: "kasse-2", posTid: "x", status: "ok", currency: "NOK", captured: 0, refunded: 0 };
    return { ok: true, value };
  });
}
