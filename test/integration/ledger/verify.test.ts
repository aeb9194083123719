/** What `verify` finds: every kind of change to what a till has sent is named, with the till. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initLedger, type Ledger, openLedger } from "../../../ledger/database.ts";
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
  it("finds a till whole, and says how far it signed", async () => {
    await signedTill("whole");
    expect(await verdictOf("whole")).toEqual({ till: "whole", entries: 8, signedTo: 5, problems: [] });
  });

  it.each([
    ["an event", "event = 'payment.left'", "entry 3 was changed"],
    ["a time", "at = at + interval '1 millisecond'", "entry 3 was changed"],
    ["a person", "actor = NULL", "entry 3 was changed"],
    ["an amount", `data = '{"amount":1}'`, "entry 3 was changed"],
    ["a hash", "hash = '\\x00'", "entry 3 was changed"],
    ["a number", "number = 33", "after entry 2 comes 4"],
    ["a till", "till = 'thief'", "after entry 2 comes 4"],
  ])("names the till of a row of which %s was changed", async (what, change, problem) => {
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
  ])("names a till of which rows are missing %s", async (where, which, problem) => {
    const till = `missing ${where}`;
    await signedTill(till);
    await tamper(ledger, `DELETE FROM journal_entry WHERE till = '${till}' AND ${which}`);
    expect((await verdictOf(till))?.problems).toEqual([expect.stringContaining(problem)]);
  });

  it("is not deceived by a count that was put right: the till has signed more", async () => {
    await signedTill("cut");
    await tamper(ledger, "DELETE FROM journal_entry WHERE till = 'cut' AND number > 3");
    await tamper(ledger, "UPDATE till SET last_number = 3 WHERE till = 'cut'");
    expect((await verdictOf("cut"))?.problems).toEqual(["it ends after entry 3, and the till signed 5"]);
  });

  it("is not deceived by a chain that was computed anew: its head is another", async () => {
    const rows = await ledgerRows(ledger, "anew", server.url);
    await rows.grow(4);
    await rows.signHead({ hash: Buffer.alloc(32, 7) });
    expect((await verdictOf("anew"))?.problems).toEqual(["entry 4 is another than the one that the till signed"]);
  });

  it("names a head that another key has signed", async () => {
    const rows = await ledgerRows(ledger, "forged", server.url);
    await rows.grow(4);
    await rows.signHead({ key: "another" });
    expect((await verdictOf("forged"))?.problems).toEqual([expect.stringContaining("the head at entry 4 is forged")]);
  });

  it("names a till that was refused", async () => {
    await signedTill("refused");
    await ledger`SELECT refuse_till('refused', 8, 'another file')`;
    expect((await verdictOf("refused"))?.problems).toEqual(["refused at entry 8: another file"]);
  });
});
