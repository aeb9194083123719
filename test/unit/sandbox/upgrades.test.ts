import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { all, type Db, openDatabase } from "../../../sandbox/state/database.ts";
import { temporaryFolder } from "../../support/folder.ts";

const FOLDER = join(import.meta.dirname, "../../../sandbox/state/migrations");
const FILES = readdirSync(FOLDER).sort();
const VERSIONS = FILES.map((_file, index) => index + 1);

const PHONE = "4791234567";

function insert(db: Db, table: string, row: Record<string, string | number | Buffer | null>): void {
  const names = Object.keys(row);
  const marks = names.map((name) => `@${name}`);
  db.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks.join(", ")})`).run(row);
}

function pay(
  db: Db,
  tid: string,
  status: string,
  movements: readonly [kind: string, id: string | null, amount: number][],
): void {
  const payment = {
    tid,
    merchant_id: "T001",
    pos_id: "counter-1",
    pos_tid: `P-${tid}`,
    request: "{}",
    customer: PHONE,
  };
  const amounts = { action: "AUTH", currency: "NOK", amount: 1000, additional_amount: 50, additional_edit: 0 };
  insert(db, "payment", { ...payment, ...amounts, status, status_code: 2000, created_at: 1, modified_at: 1 });
  for (const [kind, id, amount] of movements) insert(db, "movement", { tid, kind, id, amount, additional_amount: 0 });
}

/** The service's rows at each migration, before the next one is applied. */
const ROWS: Readonly<Record<number, (db: Db) => void>> = {
  1(db) {
    insert(db, "setting", { name: "clock", value: "0" });
    insert(db, "merchant", { id: "T001", name: "Shop" });
    insert(db, "integrator", { id: "I", pubkey: "PEM" });
    insert(db, "merchant_user", { merchant_id: "T001", id: "till", roles: "[]", created_from: "{}" });
    insert(db, "pos", { merchant_id: "T001", id: "counter-1", data: "{}", created_from: "{}" });
    insert(db, "shortlink", { merchant_id: "T001", id: "S" });
    const address = { street_address: "a", postal_code: "1", locality: "b", country: "NO", national_id: "01857112345" };
    const limits = { balance: 1, payment_limit: 1, day_limit: 1, month_limit: 1, credit: 0 };
    insert(db, "customer", { phone: PHONE, name: "Kari", email: "k@example.org", ...address, note: "", ...limits });
    const scan = { token: "T", merchant_id: "T001", shortlink_id: "S", customer: PHONE, scanned_at: 1, expires_at: 2 };
    insert(db, "scan", scan);
    pay(db, "pending", "pending", []);
    pay(db, "auth", "auth", [["capture", "c1", 400]]);
    pay(db, "ok", "ok", [
      ["capture", null, 1050],
      ["refund", "r1", 300],
    ]);
    pay(db, "fail", "fail", []);
    const asked = { merchant_id: "T001", pos_id: "counter-1", scope: "openid", request: "{}", status: "ok" };
    insert(db, "permission", { rid: "R", ...asked, pos_tid: "Q", payment_tid: "ok", created_at: 1, expires_at: 2 });
    const token = { token: "A", refresh_token: "B", rid: "R", merchant_id: "T001", customer: PHONE, scope: "openid" };
    insert(db, "access_token", { ...token, issued_at: 1, expires_at: 2 });
    insert(db, "attachment_uri", { token: "U", tid: "ok", expires_at: 2 });
    insert(db, "attachment", {
      tid: "ok",
      filename: "f",
      media_type: "text/plain",
      content: Buffer.from("x"),
      uploaded_at: 1,
    });
    insert(db, "callback", {
      id: "C",
      merchant_id: "T001",
      event: "e",
      target: "t",
      body: "{}",
      state: "waiting",
      due_at: 1,
    });
    insert(db, "shown_code", { link: "L", label: "1", shown_at: 1 });
  },
  2: () => undefined, // new numbers for the same customers
  3(db) {
    const application = { client_id: "APP", merchant_id: "T001", name: "Till", redirect_uris: "[]", created_at: 1 };
    insert(db, "application", { ...application, secret_digest: Buffer.alloc(32) });
    const asked = { id: "Z", client_id: "APP", redirect_uri: "u", scope: "openid", code_challenge: "c", expires_at: 2 };
    insert(db, "authorization", { ...asked, status: "exchanged", customer: PHONE });
    const digests = { access_digest: Buffer.alloc(32, 1), refresh_digest: Buffer.alloc(32, 2) };
    insert(db, "application_token", { authorization_id: "Z", ...digests, scope: "openid", expires_at: 2 });
  },
  4: () => undefined, // an index of existing rows
  5: () => undefined, // a sum of existing rows
};

const schemaOf = (db: Db) => all(db, "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name");

describe("upgrade tests of the sandbox", () => {
  it("have rows for every migration", () => expect(Object.keys(ROWS).map(Number)).toEqual(VERSIONS));
});

describe("a sandbox of version", () => {
  it.each(VERSIONS)("%i keeps its rows, and gets the current schema", (version) => {
    using folder = temporaryFolder();
    const old = new Sqlite(join(folder.path, "sandbox.db"));
    for (const done of VERSIONS.slice(0, version)) {
      old.exec(readFileSync(join(FOLDER, FILES[done - 1] ?? ""), "utf8"));
      ROWS[done]?.(old);
      old.pragma(`user_version = ${done}`);
    }
    const tables = old
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all();
    const counted = (db: Db) =>
      tables.map((table) => [table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]);
    const before = counted(old);
    expect(before.filter(([, count]) => count === 0)).toEqual([]);
    old.close();

    const db = openDatabase(folder.path);
    const fresh = openDatabase(null);
    expect(counted(db)).toEqual(before);
    expect(schemaOf(db)).toEqual(schemaOf(fresh));
    expect(db.pragma("foreign_keys", { simple: true })).toBe(1);
    expect([db.pragma("foreign_key_check"), db.pragma("integrity_check", { simple: true })]).toEqual([[], "ok"]);
    // A till of that version stored no sum; from version 5 on the service updates it with each change.
    if (version < 5)
      expect(all(db, "SELECT tid, held FROM payment ORDER BY seq")).toEqual([
        { tid: "pending", held: 0 },
        { tid: "auth", held: 1050 },
        { tid: "ok", held: 750 },
        { tid: "fail", held: 0 },
      ]);
    for (const opened of [db, fresh]) opened.close();
  });
});
