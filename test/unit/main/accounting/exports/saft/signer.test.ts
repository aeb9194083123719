import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  amountText,
  isSignatureValid,
  type SignedTransaction,
} from "../../../../../../main/accounting/exports/saft/chain.ts";
import { saftKeys } from "../../../../../../main/accounting/exports/saft/key.ts";
import { SIGN_INTERVAL_MS, type Signer, startSigner } from "../../../../../../main/accounting/exports/saft/signer.ts";
import { systemClock } from "../../../../../../main/lib/clock.ts";
import type { Database } from "../../../../../../main/storage/database/database.ts";
import { afterCommit, beforeCommit, transact } from "../../../../../../main/storage/database/database.ts";
import { createJournal } from "../../../../../../main/storage/journal/journal.ts";
import type { Vault } from "../../../../../../main/storage/vault/vault.ts";
import { temporaryDatabase } from "../../../../../support/database.ts";
import { type InsertedBooking, insertBookings } from "../../../../../support/insert-bookings.ts";
import { temporaryVault } from "../../../../../support/vault.ts";

const silent = pino({ level: "silent" });

async function signing(
  database: Database,
  vault: Vault,
  work: (signer: Signer) => void | Promise<void>,
): Promise<void> {
  const signer = startSigner({
    ...{ database, vault, log: silent, clock: systemClock, timeZone: "Europe/Oslo" },
    journal: createJournal(database),
  });
  await signer.catchUp();
  await work(signer);
  await signer.close();
}

/** Runs the pending turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const sale = (amount: number, at = Date.UTC(2026, 10, 20, 9)): InsertedBooking => ({
  kind: "capture",
  amount,
  additional: 0,
  at,
});

function transactions(database: Database) {
  return database
    .prepare<
      [],
      {
        nr: number;
        booking: number;
        trans_date: string;
        trans_time: string;
        amount: number;
        signature: string;
        key_version: number;
      }
    >("SELECT * FROM saft_transaction ORDER BY nr")
    .all();
}

/** Returns whether every transaction is chained to the previous one under the key that it names. */
function holds(database: Database): boolean {
  const keys = new Map(saftKeys(database).map(({ version, publicKey }) => [version, createPublicKey(publicKey)]));
  let previous = "0";
  return transactions(database).every(({ nr, trans_date, trans_time, amount, signature, key_version }, index) => {
    const text = amountText(amount, "NOK");
    const signed: SignedTransaction = {
      ...{ nr, transDate: trans_date, transTime: trans_time, transAmntIn: text, transAmntEx: text },
      ...{ signature, keyVersion: key_version },
    };
    const key = keys.get(key_version);
    const follows = nr === index + 1 && key !== undefined && isSignatureValid(key, previous, signed);
    previous = signature;
    return follows;
  });
}

describe("the chain of signed transactions", () => {
  it("signs the bookings of one busy moment together and automatically", async () => {
    // Fake timers end the moment only when the test says so, on any machine.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    using made = temporaryDatabase();
    using vault = temporaryVault();
    const commits: number[] = [];
    const book = (signer: Signer) => {
      transact(made.database, () => insertBookings(made.database, [sale(100)]));
      signer.signSoon();
    };
    await signing(made.database, vault.vault, async (signer) => {
      const end = beforeCommit(made.database, () => commits.push(transactions(made.database).length));
      book(signer);
      await turns();
      expect(transactions(made.database)).toHaveLength(1);
      for (let more = 0; more < 3; more += 1) {
        book(signer);
        // One turn each: bookings of a later turn would be signed separately.
        await turns();
      }
      await vi.advanceTimersByTimeAsync(SIGN_INTERVAL_MS);
      await turns();
      expect(transactions(made.database)).toHaveLength(4);
      // Four bookings, and two commits that signed them.
      expect(commits.filter((count, place) => count > (commits[place - 1] ?? 0))).toEqual([1, 4]);
      end();
    });
  });

  it("signs a booking right after its transaction commits, and nothing that was rolled back", async () => {
    using made = temporaryDatabase();
    using vault = temporaryVault();
    await signing(made.database, vault.vault, async (signer) => {
      transact(made.database, () => {
        insertBookings(made.database, [
          sale(14_900),
          { ...sale(5000), kind: "refund", additional: 100 },
          { ...sale(7), kind: "aborted" },
        ]);
        afterCommit(made.database, signer.signSoon);
      });
      expect(() =>
        transact(made.database, () => {
          insertBookings(made.database, [sale(1)]);
          afterCommit(made.database, signer.signSoon);
          throw new Error("undone");
        }),
      ).toThrow("undone");
      transact(made.database, () => {
        insertBookings(made.database, [sale(2)]);
        afterCommit(made.database, signer.signSoon);
      });
      // The signature is made outside the transaction and without a request.
      expect(transactions(made.database)).toEqual([]);
      await signer.catchUp();
    });
    expect(transactions(made.database)).toMatchObject([
      { nr: 1, amount: 14_900, trans_date: "2026-11-20", trans_time: "10:00:00", key_version: 1 },
      { nr: 2, amount: -5100 },
      { nr: 3, amount: 2 },
    ]);
    expect(holds(made.database)).toBe(true);
  });

  it("signs earlier bookings in the order of booking, always with the same result", async () => {
    using vault = temporaryVault();
    const chain = async () => {
      using made = temporaryDatabase();
      insertBookings(
        made.database,
        Array.from({ length: 250 }, (_, index) => sale(index, Date.UTC(2026, 2, 28, index))),
      );
      await signing(made.database, vault.vault, () => undefined);
      expect(holds(made.database)).toBe(true);
      return transactions(made.database);
    };
    const once = await chain();
    expect(once).toHaveLength(250);
    expect(once.map(({ booking }) => booking)).toEqual(once.map(({ nr }) => nr));
    expect(await chain()).toEqual(once);
  });

  it("signs in order: a booking waits for older unsigned bookings", async () => {
    using made = temporaryDatabase();
    using vault = temporaryVault();
    insertBookings(
      made.database,
      Array.from({ length: 120 }, (_, index) => sale(index)),
    );
    const signer = startSigner({
      ...{ database: made.database, vault: vault.vault, log: silent, clock: systemClock, timeZone: "Europe/Oslo" },
      journal: createJournal(made.database),
    });
    transact(made.database, () => {
      insertBookings(made.database, [sale(999)]);
      afterCommit(made.database, signer.signSoon);
    });
    expect(transactions(made.database)).toEqual([]);
    await signer.catchUp();
    expect(transactions(made.database).at(-1)).toMatchObject({ nr: 121, amount: 999 });
    await signer.close();
  });

  it("continues under a new key when the vault is replaced, and keeps the old public key", async () => {
    using made = temporaryDatabase();
    using first = temporaryVault();
    using second = temporaryVault();
    insertBookings(made.database, [sale(1)]);
    await signing(made.database, first.vault, () => undefined);
    insertBookings(made.database, [sale(2)]);
    await signing(made.database, second.vault, () => undefined);
    insertBookings(made.database, [sale(3)]);
    await signing(made.database, first.vault, () => undefined);
    expect(transactions(made.database).map(({ key_version }) => key_version)).toEqual([1, 2, 1]);
    expect(holds(made.database)).toBe(true);
  });

  it("never changes rows and keys, and detects tampering", async () => {
    using made = temporaryDatabase();
    using vault = temporaryVault();
    const { database } = made;
    insertBookings(database, [sale(1), sale(2), sale(3)]);
    await signing(database, vault.vault, () => undefined);
    for (const sql of [
      "UPDATE saft_transaction SET amount = 9 WHERE nr = 2",
      "DELETE FROM saft_transaction WHERE nr = 3",
      "UPDATE saft_key SET public_key = 'x'",
      "DELETE FROM saft_key",
    ])
      expect(() => database.exec(sql)).toThrow("append-only");
    database.exec("DROP TRIGGER saft_keeps_values");
    database.exec("UPDATE saft_transaction SET amount = 9 WHERE nr = 2");
    expect(holds(database)).toBe(false);
    database.exec("UPDATE saft_transaction SET amount = 2 WHERE nr = 2");
    expect(holds(database)).toBe(true);
    database.exec("DROP TRIGGER saft_keeps_rows");
    database.exec("DELETE FROM saft_transaction WHERE nr = 1");
    expect(holds(database)).toBe(false);
  });

  it("waits for a vault that rejects the key, and then signs everything in order", async () => {
    using made = temporaryDatabase();
    using vault = temporaryVault();
    let refuses = true;
    const moody: Vault = {
      ...vault.vault,
      put(name, value) {
        if (refuses) throw new Error("the disk is full");
        vault.vault.put(name, value);
      },
    };
    await signing(made.database, moody, async (signer) => {
      transact(made.database, () => {
        insertBookings(made.database, [sale(1)]);
        afterCommit(made.database, signer.signSoon);
      });
      expect(transactions(made.database)).toEqual([]);
      refuses = false;
      await signer.catchUp();
      expect(transactions(made.database)).toHaveLength(1);
    });
  });
});

describe("an amount in the format", () => {
  it.each([
    [14_900, "NOK", "149.00"],
    [-5, "NOK", "-0.05"],
    [149, "JPY", "149.00"],
    [1499, "KWD", "1.499"],
    [-1499, "KWD", "-1.499"],
    [0, "KWD", "0.000"],
  ])("has two decimals, or three in a currency with three: %d %s", (amount, currency, text) =>
    expect(amountText(amount, currency)).toBe(text),
  );

  it("is exact in currencies with zero, two and three decimals", () => {
    const currencies = fc.constantFrom(["JPY", 0], ["NOK", 2], ["EUR", 2], ["KWD", 3], ["BHD", 3]) as fc.Arbitrary<
      [currency: string, digits: number]
    >;
    fc.assert(
      fc.property(currencies, fc.maxSafeInteger(), ([currency, digits], amount) => {
        const text = amountText(amount, currency);
        expect(text).toMatch(/^-?\d+\.\d{2,3}$/);
        const [whole = "", decimals = ""] = text.replace("-", "").split(".");
        // In thousandths, without floating point.
        const said = BigInt(whole + decimals.padEnd(3, "0")) * (text.startsWith("-") ? -1n : 1n);
        expect(said).toBe(BigInt(amount) * 10n ** BigInt(3 - digits));
      }),
    );
  });
});
