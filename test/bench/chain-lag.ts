/** Age of head office's data while 200 tills sell as in their busiest hour. */
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import type { Ledger } from "../../ledger/database.ts";
import { addTill } from "../../ledger/tills.ts";
import { systemClock } from "../../main/lib/clock.ts";
import { startSandbox } from "../../sandbox/service.ts";
import { merchantClient } from "../support/sandbox.ts";
import { type SimulatedTill, startSimulatedTill } from "../support/simulated-till.ts";

export const TILLS = 200;
/** 300 payments per till, a fifth of them within one hour. */
const PAUSE_MS = 3_600_000 / ((TILLS * 300) / 5);
const SALES = 90;
const LOOK_MS = 20;

/** Sells, and polls the ledger until it contains each sale's last row. @returns each delay in ms */
export async function measureLag(ledger: Ledger, url: string): Promise<number[]> {
  await using cleanup = new AsyncDisposableStack();
  const sandbox = cleanup.use(await startSandbox({ dataDir: null, saleCapturesItself: true }));
  const agent = new Agent({ connections: 8 });
  cleanup.defer(() => agent.close());
  const client = merchantClient(sandbox.provision(), {}, agent);
  const tills: SimulatedTill[] = [];
  for (let one = 1; one <= TILLS; one += 1) {
    const name = `peak-${one}`;
    const ledgerUrl = await addTill(ledger, { id: name, shop: null, replaces: null, renew: false }, url);
    tills.push(
      cleanup.use(await startSimulatedTill({ name, client, phoneUrl: sandbox, ledgerUrl, clock: systemClock })),
    );
  }
  const lags: Promise<number>[] = [];
  for (let sale = 0; sale < SALES; sale += 1) {
    const till = tills[(sale * 37) % TILLS] as SimulatedTill;
    const pause = sleep(PAUSE_MS);
    await till.sell(1, 0);
    lags.push(seen(ledger, till));
    await pause;
  }
  return await Promise.all(lags);
}

async function seen(ledger: Ledger, till: SimulatedTill): Promise<number> {
  const wanted = till.entries();
  const writtenAt = performance.now();
  for (;;) {
    const [row] = await ledger<{ n: number }>`SELECT last_number::float8 AS n FROM till WHERE till = ${till.name}`;
    if (row !== undefined && row.n >= wanted) return performance.now() - writtenAt;
    await sleep(LOOK_MS);
  }
}
