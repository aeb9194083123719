/** Many tills and one ledger, while connections are cut and PostgreSQL is killed: the ledger matches the service. */
import { Agent } from "undici";
import { describe, expect } from "vitest";
import { initLedger, openLedger } from "../../ledger/database.ts";
import { addTill } from "../../ledger/tills.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import { type Sandbox, startSandbox } from "../../sandbox/service.ts";
import { fastClock } from "../support/fast-clock.ts";
import { startPostgres } from "../support/postgres.ts";
import { merchantClient } from "../support/sandbox.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type SimulatedTill, startSimulatedTill } from "../support/simulated-till.ts";
import { faultCase, usualOrNightly } from "./case.ts";

const TILLS = usualOrNightly(8, 200);
const PAYMENTS = usualOrNightly(12, 300);
/** Kills of PostgreSQL; connections are cut far more often. */
const KILLS = usualOrNightly(2, 20);
const AT_ONCE = 8;
/** Speed of the feeds relative to real time: two hundred of them poll continuously. */
const HURRY = usualOrNightly(5, 2);
/** Minor units: one customer pays for all sales, and the service limits spending to the wallet's maximum. */
const MOST = 60;

interface Sums {
  captured: number;
  refunded: number;
}

function sumsOfService(sandbox: Sandbox, { tids }: SimulatedTill): Sums {
  const sum = (movements: readonly { amount: number }[]) => movements.reduce((all, { amount }) => all + amount, 0);
  return {
    captured: sum(tids.flatMap((tid) => sandbox.captures(tid))),
    refunded: sum(tids.flatMap((tid) => sandbox.refunds(tid))),
  };
}

describe("the chain's ledger", () => {
  faultCase("has the service's totals after tills, connections and PostgreSQL were killed", async (tally) => {
    const random = seededRandom(tally.seed);
    await using cleanup = new AsyncDisposableStack();
    const server = cleanup.use(await startPostgres());
    const ledger = openLedger(server.url, null);
    cleanup.defer(() => ledger.end());
    await initLedger(ledger);
    const sandbox = cleanup.use(await startSandbox({ dataDir: null, saleCapturesItself: true }));
    const agent = new Agent({ connections: AT_ONCE });
    cleanup.defer(() => agent.close());
    const client = merchantClient(sandbox.provision(), {}, agent);
    const tills: SimulatedTill[] = [];
    for (let one = 1; one <= TILLS; one += 1) {
      const name = `kasse-${one}`;
      const ledgerUrl = await addTill(
        ledger,
        { id: name, shop: `Shop ${one % 5}`, replaces: null, renew: false },
        server.url,
      );
      tills.push(
        cleanup.use(await startSimulatedTill({ name, client, phoneUrl: sandbox, ledgerUrl, clock: fastClock(HURRY) })),
      );
    }
    const sales = TILLS * PAYMENTS;
    const between = Math.floor(sales / (KILLS + 1));
    let begun = 0;
    let restarted = Promise.resolve();
    const sell = async () => {
      while (begun < sales) {
        const till = tills[begun % TILLS] as SimulatedTill;
        begun += 1;
        const amount = random.between(1, MOST);
        await till.sell(amount, random.chance(0.15) ? random.between(1, amount) : 0);
        if (random.chance(0.05)) {
          await till.killFeed();
          tally.runs += 1;
        }
        if (begun % between === 0) {
          restarted = restarted.then(() => server.kill()).then(() => server.start());
          await restarted;
          tally.runs += 1;
        }
      }
    };
    // A till has one payment in progress at a time, and each lane has its own till.
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, TILLS) }, sell));
    for (const till of tills) {
      const reached = async () => {
        const [row] = await ledger<{ n: number; b: number }>`
          SELECT last_number::float8 AS n, last_booking::float8 AS b FROM till WHERE till = ${till.name}`;
        return [row?.n, row?.b];
      };
      await expect.poll(reached, { timeout: 60_000 }).toEqual([till.entries(), till.bookings()]);
    }
    let money = 0;
    for (const till of tills) {
      const [there] = await ledger<Sums>`SELECT sum(captured)::float8 AS captured, sum(refunded)::float8 AS refunded
        FROM sales_per_hour WHERE till = ${till.name}`;
      const service = sumsOfService(sandbox, till);
      expect(there, till.name).toEqual(service);
      money += service.captured;
      const [rows] = await ledger<{ payments: number; captured: number; doubled: number }>`
        SELECT count(*)::float8 AS payments, sum(captured_total)::float8 AS captured,
          (SELECT count(*) - count(DISTINCT number) FROM journal_entry WHERE till = ${till.name})::float8 AS doubled
        FROM payment WHERE till = ${till.name}`;
      tally.lost += till.tids.length - (rows?.payments ?? 0);
      tally.duplicated += rows?.doubled ?? 0;
      expect(rows?.captured).toBe(service.captured);
    }
    for await (const { till, problems } of verifyLedger(ledger)) expect(problems, till).toEqual([]);
    tally.note = `${TILLS} tills, ${sales} payments, ${money} øre, on ${server.is}`;
  });
});
