import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEMO_PIN } from "../../../contract/calls/pins.ts";
import { restore } from "../../../main/operations/maintenance/restore.ts";
import { verify } from "../../../main/operations/maintenance/verify.ts";
import { openToRead } from "../../../main/storage/database/database.ts";
import { NEWEST_VERSION, versionOf } from "../../../main/storage/database/migrations.ts";
import { temporaryDatabase } from "../../support/database.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type InProcessTill, openCheapVault, startTillInProcess } from "../../support/in-process-till.ts";
import { saftProblems } from "../../support/saft.ts";
import { isSettled, phoneOf } from "../../support/test-till.ts";
import { problemsOf, schemaOf } from "../../support/upgrade/check.ts";
import { STOPPED_AT, unpackSchema22 } from "../../support/upgrade/data-folder.ts";
import { closeDay, totalsOfZReports } from "../../support/z-report-totals.ts";

/** The rows that no upgrade and no later work may change, as they were written. */
const UNCHANGED = [
  "SELECT sequence, at, event, pos_tid, actor, data, hash FROM journal WHERE sequence <= 188 ORDER BY sequence",
  `SELECT sequence, period, at, pos_tid, kind, id, currency, amount, additional_amount, transaction_fee, interchange_fee, actor
   FROM booking WHERE sequence <= 25 ORDER BY sequence`,
  "SELECT number, at, through, journal_through, content, hash FROM z_report WHERE number <= 2 ORDER BY number",
  `SELECT nr, booking, at, trans_date, trans_time, amount, signature, key_version
   FROM saft_transaction WHERE nr <= 11 ORDER BY nr`,
  "SELECT id, pos_tid, sequence, kind, body, amount, additional_amount, created_at FROM operation WHERE created_at <= 1795890277788 ORDER BY id",
];

function rowsOf(path: string): unknown[] {
  using reader = openToRead(path, { alone: false });
  return UNCHANGED.map((sql) => reader.database.prepare(sql).all());
}

/** Captured and refunded totals from the service's own database. */
function serviceTotals(folder: string): { captured: number; refunded: number } {
  const database = new Sqlite(join(folder, "sandbox", "sandbox.db"), { readonly: true });
  const sum = (kind: string) =>
    Number(
      database
        .prepare("SELECT coalesce(sum(amount + additional_amount), 0) FROM movement WHERE kind = ?")
        .pluck()
        .get(kind),
    );
  const totals = { captured: sum("capture"), refunded: sum("refund") };
  database.close();
  return totals;
}

async function verified(dataDir: string): Promise<{ code: number; said: string }> {
  let output = "";
  const stream = { write: (text: string) => (output += text) };
  const ports = { stdout: stream, stderr: stream, env: {}, now: Date.now(), openVault: openCheapVault };
  return { code: await verify({ dataDir }, ports), said: output };
}

async function allSettled(till: InProcessTill): Promise<void> {
  for (;;) {
    const { items } = await till.must("payment.list", { limit: 200 });
    if (items.every(isSettled)) return;
    await till.next("payment.changed");
  }
}

describe("a data folder of the last release before the catalogue (schema 22)", () => {
  // The minute after that till stopped: its reservations and its customer's request are still open at the service.
  beforeEach(() => {
    const real = Date.now;
    const offset = STOPPED_AT + 60_000 - real();
    vi.spyOn(Date, "now").mockImplementation(() => real() + offset);
  });
  afterEach(() => void vi.restoreAllMocks());

  it("starts, sends its pending operations once, and has every row and total right", async () => {
    using folder = temporaryFolder();
    unpackSchema22(folder.path);
    const path = join(folder.path, "till.db");
    const before = rowsOf(path);
    expect(serviceTotals(folder.path)).toEqual({ captured: 85_700 + 6600 + 40_000, refunded: 15_600 + 600 });

    await using till = await startTillInProcess(folder.path, { demo: true });
    await till.must("staff.signIn", { pin: DEMO_PIN });
    await allSettled(till);
    // The capture and the refund with lost responses are repeated under their ids, and the service has them once.
    expect(serviceTotals(folder.path)).toEqual({ captured: 132_300, refunded: 16_200 });
    expect(await till.must("report.x", {})).toMatchObject({ period: 3, captured: 46_600, refunded: 600 });

    const { items } = await till.must("payment.list", { limit: 200 });
    const phases = items.map(({ number, phase }) => `${number.slice(-2)} ${phase}`).sort();
    expect(phases).toEqual([
      ...["01 partly_refunded", "02 refunded", "03 partly_captured", "04 rejected", "05 aborted", "06 released"],
      ...["07 authorised", "08 captured", "09 captured", "10 captured", "11 partly_refunded", "12 partly_captured"],
      ...["13 draft", "14 waiting"],
    ]);
    // Open work continues: the customer approves, and the reservation is captured.
    const waiting = items.find(({ phase }) => phase === "waiting");
    const reserved = items.find(({ phase }) => phase === "authorised");
    const terminal = await till.must("terminal.get", {});
    const phone = phoneOf({ url: new URL(terminal.demo?.phoneUrl ?? "").origin });
    await phone.approve(waiting?.tid ?? "");
    await till.until(waiting?.posTid ?? "", ({ phase }) => phase === "captured");
    await till.must("payment.capture", { posTid: reserved?.posTid ?? "" });
    await till.until(reserved?.posTid ?? "", ({ phase }) => phase === "captured");
    await allSettled(till);

    const made = await till.must("export.make", { kind: "saft", from: "2026-01-01", to: "2099-12-31" });
    const file = made.files.find(({ part }) => part === "saft");
    const xml: Buffer[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const chunk: { data: string; next: number | null } = await till.must("export.read", {
        exportId: made.exportId,
        name: file?.name,
        offset,
      });
      xml.push(Buffer.from(chunk.data, "base64"));
      offset = chunk.next;
    }
    expect(await saftProblems(Buffer.concat(xml).toString())).toEqual([]);
    expect(file?.rows).toBe(15);

    const shown = items.find(({ phase }) => phase === "draft");
    await till.must("payment.abort", { posTid: shown?.posTid ?? "" });
    expect(await closeDay(till, "always")).toMatchObject({ code: null });
    expect(await totalsOfZReports(till)).toEqual({ reports: 3, captured: 173_000, refunded: 16_200 });
    expect(serviceTotals(folder.path)).toEqual({ captured: 173_000, refunded: 16_200 });
    expect(await till.stop()).toBe(0);

    expect(rowsOf(path)).toEqual(before);
    using fresh = temporaryDatabase();
    using reader = openToRead(path, { alone: true });
    expect(versionOf(reader.database)).toBe(NEWEST_VERSION);
    expect(problemsOf(reader.database)).toEqual([]);
    expect(schemaOf(reader.database)).toEqual(schemaOf(fresh.database));
    expect(await verified(folder.path)).toMatchObject({ code: 0 });
  });

  it("is restored from its backup into the folder of a new till", async () => {
    using folder = temporaryFolder();
    unpackSchema22(folder.path);
    const file = join(folder.path, "backup.db");
    copyFileSync(join(folder.path, "till.db"), file);
    const data = join(folder.path, "restored");
    mkdirSync(data, { mode: 0o700 });
    const stream = { write: () => undefined };
    const ports = { stdout: stream, stderr: stream, env: {}, now: STOPPED_AT + 60_000, openVault: openCheapVault };
    expect(await restore({ dataDir: data, file, unauthenticated: true }, ports)).toBe(0);
    using fresh = temporaryDatabase();
    using reader = openToRead(join(data, "till.db"), { alone: false });
    expect(problemsOf(reader.database)).toEqual([]);
    expect(schemaOf(reader.database)).toEqual(schemaOf(fresh.database));
    expect(reader.database.prepare("SELECT count(*) FROM saft_transaction").pluck().get()).toBe(11);
  });
});
