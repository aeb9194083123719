/** `verify` names every kind of change to a till's rows, with the till. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
import { acceptTill } from "../../../ledger/tills.ts";
import { type Verdict, verifyLedger } from "../../../ledger/verify.ts";
import { ledgerRows, tamper } from "../../support/ledger-rows.ts";
import { startPostgres, type TestPostgres } from "../../support/postgres.ts";

let server: TestPostgres;
let ledger: Ledger;

beforeAll(async () => {
  server = await startPostgres();
  ledger = openLedger(server.url, null);
  await initLedger(ledger);
});

afterAll(async () => {
  await ledger.end();
  await server[Symbol.asyncDispose]();
});

async function verdictOf(till: string): Promise<Verdict | undefined> {
  for await (const verdict of verifyLedger(ledger, [till])) return verdict;
}

async function signedTill(name: string) {
  const rows = await ledgerRows(ledger, name, server.url);
  await rows.grow(5);
  await rows.signHead();
  await rows.grow(3);
  return rows;
}

describe("verify", () => {
  it("finds a till intact and reports its last signed entry", async () => {
    await signedTill("whole");
    const keys = [expect.stringMatching(/^[0-9a-f]{64}$/)];
    expect(await verdictOf("whole")).toEqual({ till: "whole", entries: 8, signedTo: 5, keys, problems: [] });
  });

  it.each([
    ["an event", "event = 'payment.left'", "entry 3 was changed"],
    ["a time", "at = at + interval '1 millisecond'", "entry 3 was changed"],
    ["a person", "actor = NULL", "entry 3 was changed"],
    ["an amount", `data = '{"amount":1}'`, "entry 3 was changed"],
    ["a hash", "hash = '\\x00'", "entry 3 was changed"],
    ["a number", "number = 33", "after entry 2 comes 4"],
    ["a till", "till = 'thief'", "after entry 2 comes 4"],
  ])("names the till when a row's %s was changed", async (what, change, problem) => {
    const till = `changed ${what}`;
    await signedTill(till);
    if (what === "a till") await ledgerRows(ledger, "thief", server.url);
    await tamper(ledger, `UPDATE journal_entry SET ${change} WHERE till = '${till}' AND number = 3`);
    expect((await verdictOf(till))?.problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ["in the middle", "number = 3", "after entry 2 comes 4"],
    ["at the beginning", "number = 1", "after entry 0 comes 2"],
    ["at the end", "number > 6", "ends after entry 6, and had 8"],
  ])("names a till with missing rows %s", async (where, which, problem) => {
    const till = `missing ${where}`;
    await signedTill(till);
    await tamper(ledger, `DELETE FROM journal_entry WHERE till = '${till}' AND ${which}`);
    expect((await verdictOf(till))?.problems).toEqual([expect.stringContaining(problem)]);
  });

  it("detects missing rows when the count was corrected, because the till has signed more", async () => {
    await signedTill("cut");
    await tamper(ledger, "DELETE FROM journal_entry WHERE till = 'cut' AND number > 3");
    await tamper(ledger, "UPDATE till SET last_number = 3 WHERE till = 'cut'");
    expect((await verdictOf("cut"))?.problems).toEqual(["it ends after entry 3, and the till signed 5"]);
  });

  it("detects a recomputed chain, because its head differs", async () => {
    const rows = await ledgerRows(ledger, "again", server.url);
    await rows.grow(4);
    await rows.signHead({ hash: Buffer.alloc(32, 7) });
    expect((await verdictOf("again"))?.problems).toEqual(["entry 4 is not the one that the till signed"]);
  });

  it("names a head that was signed with another key", async () => {
    const rows = await ledgerRows(ledger, "forged", server.url);
    await rows.grow(4);
    await rows.signHead({ key: "another" });
    expect((await verdictOf("forged"))?.problems).toEqual([expect.stringContaining("the head at entry 4 is forged")]);
  });

  it("detects heads that were signed again with another key", async () => {
    const rows = await ledgerRows(ledger, "resigned", server.url);
    await rows.grow(4);
    await rows.signHead();
    const owned = await verdictOf("resigned");
    const [pinned] = await ledger<{ key: string }>`SELECT head_key AS key FROM till WHERE till = 'resigned'`;
    await tamper(ledger, "DELETE FROM journal_head WHERE till = 'resigned'");
    await tamper(ledger, "UPDATE till SET head_key = NULL WHERE till = 'resigned'");
    await rows.signHead({ key: "another", pinned: "another" });
    await ledger`UPDATE till SET head_key = ${pinned?.key} WHERE till = 'resigned'`;
    expect((await verdictOf("resigned"))?.problems).toEqual([
      expect.stringContaining("the head at entry 4 is signed with a key that was never accepted"),
    ]);
    // A changed pinned key is detected by the fingerprint that head office stored elsewhere.
    await tamper(
      ledger,
      "UPDATE till SET head_key = h.key FROM journal_head h WHERE h.till = till.till AND till.till = 'resigned'",
    );
    const taken = await verdictOf("resigned");
    expect(taken?.problems).toEqual([]);
    expect(taken?.keys).toHaveLength(1);
    expect(taken?.keys).not.toEqual(owned?.keys);
  });

  it("accepts rows signed with an earlier key that head office accepted, and names both keys", async () => {
    const rows = await ledgerRows(ledger, "renewed", server.url);
    await rows.grow(2);
    await rows.signHead();
    await acceptTill(ledger, "renewed");
    await rows.grow(2);
    await rows.signHead({ key: "another", pinned: "another" });
    const verdict = await verdictOf("renewed");
    expect(verdict).toMatchObject({ signedTo: 4, problems: [] });
    expect(new Set(verdict?.keys).size).toBe(2);
  });

  it.each([
    ["captured", "captured = captured + 1"],
    ["refunded", "refunded = refunded + 1"],
    ["net", "net = net + 1"],
    ["currency", "currency = 'EUR'"],
    ["its beginning", "from_at = from_at - interval '1 hour'"],
    ["its end", "to_at = to_at + interval '1 hour'"],
  ])("names a Z whose figures differ from the sealed report: %s", async (what, change) => {
    const till = `columns ${what}`;
    const rows = await ledgerRows(ledger, till, server.url);
    await rows.close();
    expect((await verdictOf(till))?.problems).toEqual([]);
    await tamper(ledger, `UPDATE z_report SET ${change} WHERE till = '${till}'`);
    expect((await verdictOf(till))?.problems).toEqual(["the figures of Z 1 do not match its sealed report"]);
  });

  it("detects a missing Z when the count was corrected, because the journal contains the close", async () => {
    const rows = await ledgerRows(ledger, "unclosed", server.url);
    await rows.close();
    await rows.close();
    await tamper(ledger, "DELETE FROM z_report WHERE till = 'unclosed' AND number = 2");
    await tamper(ledger, "UPDATE till SET last_z = 1 WHERE till = 'unclosed'");
    expect((await verdictOf("unclosed"))?.problems).toEqual(["Z 2 is missing, although its journal records it"]);
  });

  it("names a booking whose payment is missing, except fees without a payment", async () => {
    await ledgerRows(ledger, "orphan", server.url);
    const book = (number: number, kind: string) => ledger`
      INSERT INTO booking (till, number, period, at, pos_tid, kind, currency, amount, additional_amount, transaction_fee, interchange_fee)
      VALUES ('orphan', ${number}, 1, '2026-03-02T10:00:00Z', 'p1', ${kind}, 'NOK', 100, 0, 0, 0)`;
    await book(1, "permission");
    expect((await verdictOf("orphan"))?.problems).toEqual([]);
    await book(2, "capture");
    expect((await verdictOf("orphan"))?.problems).toEqual(["booking 2 belongs to a missing payment: p1"]);
  });

  it("names a till that was refused", async () => {
    await signedTill("refused");
    await ledger`SELECT refuse_till('refused', 8, 'another file')`;
    expect((await verdictOf("refused"))?.problems).toEqual(["refused at entry 8: another file"]);
  });

  const problemsOfAll = async () => {
    const all = new Map<string, string[]>();
    for await (const { till, problems } of verifyLedger(ledger)) all.set(till, problems);
    return all;
  };

  it.each([
    ["a NUL", '{"number":"\\u0000"}', String.raw`Z "\u0000" is missing`],
    ["nothing", "null", "Z null is missing"],
  ])("verifies all other tills when one till has a close of %s", async (what, data, problem) => {
    const till = `rogue of ${what}`;
    await ledgerRows(ledger, till, server.url);
    await signedTill(`under ${till}`);
    await ledger`INSERT INTO journal_entry (till, number, at, event, data, hash)
      VALUES (${till}, 1, '2026-03-02T10:00:00Z', 'report.closed', ${data}::json, '\\x00')`;
    const problems = await problemsOfAll();
    expect(problems.get(till)).toContainEqual(expect.stringContaining(problem));
    expect(problems.get(`under ${till}`)).toEqual([]);
  });

  it("verifies all other tills when one till has an unreadable report", async () => {
    await ledgerRows(ledger, "rogue of a Z", server.url);
    await signedTill("under rogue of a Z");
    const content = '{"currency":"NOK","captured":0,"refunded":0,"net":0,"from":{"toString":1,"valueOf":1}}';
    const seal = createHash("sha256").update(Buffer.alloc(32)).update(content).digest();
    const close = JSON.stringify({ number: 1, hash: seal.toString("hex") });
    await ledger`INSERT INTO journal_entry (till, number, at, event, data, hash)
      VALUES ('rogue of a Z', 1, '2026-03-02T10:00:00Z', 'report.closed', ${close}::json, '\\x00')`;
    await ledger`INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
      VALUES ('rogue of a Z', 1, '2026-03-02T10:00:00Z', '1970-01-01T00:00:00Z', 'NOK', 0, 0, 0, ${content}::json, 0, ${seal})`;
    const problems = await problemsOfAll();
    expect(problems.get("rogue of a Z")).toEqual([expect.stringContaining("it cannot be read: ")]);
    expect(problems.get("under rogue of a Z")).toEqual([]);
  });
});
