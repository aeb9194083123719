/** People and secrets: PINs tried across restarts, a journal with a changed row, a compromised renderer. */

import { cpSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { COMMANDS, type CommandName } from "../../contract/bridge/commands.ts";
import { DEFAULT_ROLES } from "../../contract/values/roles.ts";
import { roleCanCall } from "../../main/bridge/rights.ts";
import { createJournal } from "../../main/storage/journal/journal.ts";
import { openFileVault } from "../../main/storage/vault/file-vault.ts";
import { settled } from "../support/balance.ts";
import { pinsAt } from "../support/cheap-pins.ts";
import { temporaryFolder } from "../support/folder.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { MANAGER_PIN, type TestTill } from "../support/test-till.ts";
import { createTillBehindProxy } from "../support/till-behind-proxy.ts";
import { faultCase, usualOrNightly } from "./case.ts";

describe("PINs", () => {
  faultCase("are checked fewer than 20 times in 10,000 attempts, across restarts", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    const { world, clock } = behindProxy;
    const random = seededRandom(tally.seed);
    const tries = 10_000;
    let refused = 0;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      // The correct PIN is tried repeatedly during the lockout.
      const pin = attempt % 97 === 0 ? MANAGER_PIN : String(random.between(100_000, 999_999));
      const answer = await world.call("staff.signIn", { pin });
      if (answer.ok) await world.must("staff.signOut", {});
      else if (answer.error.code === "not_allowed") refused += 1;
      else expect(answer.error.code).toBe("locked_out");
      clock.pass(500);
      if (attempt % 2500 === 0) await world.restart();
    }
    tally.runs = tries;
    tally.note = `${refused} of them were checked`;
    // Five at once, then after 1, 5, 15, 30, 30 … minutes: a handful in 1 h 24 min.
    expect(refused).toBeLessThan(20);
    clock.pass(31 * 60_000);
    await world.asManager();
    expect(world.till.role()).toBe("owner");
  });

  faultCase("are rejected in the same time, whether wrong or unknown", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    const { world, clock } = behindProxy;
    // An eighth of the program's hashing cost, which still exceeds the surrounding work many times.
    using _cost = pinsAt(16_384);
    const tried = async (pin: string) => {
      clock.pass(31 * 60_000);
      const began = performance.now();
      expect(await world.call("staff.signIn", { pin })).toMatchObject({ ok: false, error: { code: "not_allowed" } });
      tally.runs += 1;
      return performance.now() - began;
    };
    // Alternates, and takes the minimum of each: other load only lengthens single runs. A real difference remains in
    // every run.
    let wrong = Number.POSITIVE_INFINITY;
    let unknown = Number.POSITIVE_INFINITY;
    const ratio = () => Math.max(wrong, unknown) / Math.min(wrong, unknown);
    for (let run = 0; run < usualOrNightly(4, 20) || (ratio() >= 1.6 && run < 40); run += 1) {
      wrong = Math.min(wrong, await tried(`${MANAGER_PIN.slice(0, -1)}0`));
      unknown = Math.min(unknown, await tried("9081"));
    }
    tally.note = `${wrong.toFixed(0)} ms and ${unknown.toFixed(0)} ms`;
    expect(ratio()).toBeLessThan(1.6);
  });
});

describe("the journal", () => {
  const TAMPER: [string, string[]][] = [
    ["a row edited", [`UPDATE journal SET data = replace(data, '20000', '20') WHERE sequence = @at`]],
    ["a row's time edited", ["UPDATE journal SET at = at + 1 WHERE sequence = @at"]],
    ["a row removed", ["DELETE FROM journal WHERE sequence = @at"]],
    [
      "two rows swapped",
      [
        "UPDATE journal SET sequence = -1 WHERE sequence = @at",
        "UPDATE journal SET sequence = @at WHERE sequence = @at + 1",
        "UPDATE journal SET sequence = @at + 1 WHERE sequence = -1",
      ],
    ],
  ];

  faultCase("reports edited, removed and swapped rows at their position", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    const { world } = behindProxy;
    await world.pay("SALE", 20_000);
    await settled(world);
    using copies = temporaryFolder();
    world.database.pragma("wal_checkpoint(TRUNCATE)");
    const row = world.database.prepare<[], { sequence: number }>(
      "SELECT sequence FROM journal WHERE data LIKE '%20000%' LIMIT 1",
    );
    const at = row.get()?.sequence ?? 0;
    for (const [name, statements] of TAMPER) {
      const path = join(copies.path, `${tally.runs}.db`);
      cpSync(join(world.folder, "till.db"), path);
      const database = new Sqlite(path);
      try {
        expect(createJournal(database).verify(), "before").toMatchObject({ ok: true });
        for (const trigger of ["journal_keeps_rows", "journal_keeps_values"]) database.exec(`DROP TRIGGER ${trigger}`);
        for (const statement of statements) database.prepare(statement).run({ at });
        const check = createJournal(database).verify();
        expect(check.ok, name).toBe(false);
        expect(Math.abs((check.firstBadAt ?? 0) - at), name).toBeLessThanOrEqual(1);
      } finally {
        database.close();
      }
      tally.runs += 1;
    }
  });
});

describe("a data folder of another machine", () => {
  faultCase("does not open", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    using other = temporaryFolder();
    for (const file of ["vault.json", "machine.key"])
      cpSync(join(behindProxy.world.folder, file), join(other.path, file));
    expect(() => openFileVault(other.path, { machineId: "another" })).toThrow(/machine/);
    tally.runs = 1;
  });
});

describe("a compromised renderer", () => {
  faultCase("moves no money and causes no internal error with any command and any input", async (tally) => {
    await using behindProxy = await createTillBehindProxy();
    const { world } = behindProxy;
    const { posTid } = await world.pay("SALE", 20_000);
    await settled(world);
    const before = await picture(world);
    const names = fc.oneof(
      fc.constantFrom(...Object.keys(COMMANDS)).filter((name) => !name.startsWith("staff.")),
      fc.constantFrom("constructor", "__proto__", "toString", "payment", "payment.start.x", "vault.get", ""),
      fc.string(),
    );
    const junk = fc.oneof(fc.anything(), fc.jsonValue(), fc.constant({ posTid }), fc.constant(undefined));
    const inputs = fc.oneof(
      junk,
      fc.record({ posTid: fc.constant(posTid), amount: fc.anything(), reason: fc.anything() }),
      fc.record({
        action: fc.constantFrom("SALE", "sale", "AUTH"),
        amount: fc.oneof(fc.double(), fc.constant("100"), fc.constant(-1)),
      }),
      fc.record({ posTid: fc.constantFrom("..", "../x", posTid.toLowerCase(), `${posTid}\u0000`) }),
    );
    await fc.assert(
      fc.asyncProperty(names, inputs, async (name, input) => {
        tally.runs += 1;
        const answer = (await world.call(name as never, input as never)) as object;
        expect("unknownCommand" in answer).toBe(!Object.hasOwn(COMMANDS, name));
        const error = "error" in answer ? (answer.error as { code: string }) : null;
        expect(error?.code).not.toBe("internal");
        // No user is signed in, so every command that needs a role is refused.
        if (Object.hasOwn(COMMANDS, name) && !roleCanCall(null, name as CommandName, DEFAULT_ROLES))
          expect(["invalid_input", "not_allowed"]).toContain(error?.code);
      }),
      { seed: tally.seed | 0, numRuns: usualOrNightly(400, 20_000) },
    );
    const shapes: Partial<Record<CommandName, object>> = {
      "payment.refund": { posTid, reason: "mine" },
      "queue.retry": { operationId: "x" },
      "queue.discard": { operationId: "x", reason: "mine" },
    };
    for (const name of (Object.keys(COMMANDS) as CommandName[]).filter(
      (known) => !roleCanCall(null, known, DEFAULT_ROLES),
    )) {
      const answer = await world.call(name, (shapes[name] ?? {}) as never);
      expect(answer.ok).toBe(false);
    }
    expect(await picture(world)).toEqual(before);
    expect(world.sandbox.payments()).toHaveLength(1);
    expect(await world.must("journal.verify", {})).toMatchObject({ ok: true });
  });
});

/** Returns all state that could show a movement of money. */
async function picture(world: TestTill): Promise<unknown> {
  const { items } = await world.must("payment.list", {});
  return items.map(({ posTid, phase, capturedTotal, refundedTotal, operations }) => ({
    posTid,
    phase,
    capturedTotal,
    refundedTotal,
    operations: operations.length,
  }));
}
