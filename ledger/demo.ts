/**
 * `demo`: a chain on one machine, with embedded PostgreSQL, a payment service, three tills with automatic sales, and
 * head office's page.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { initLedger, openLedger } from "./database.ts";
import { startEmbedded } from "./embedded.ts";
import { startOfficeServer } from "./office/server.ts";
import { addTill } from "./tills.ts";

const TILLS = [
  { id: "kasse-1", shop: "Grünerløkka" },
  { id: "kasse-2", shop: "Grünerløkka" },
  { id: "kasse-3", shop: "Vika" },
];
/** Sandbox customers with a high balance. */
const CUSTOMERS = ["4791234567", "4798765432"];
/** Pause between two sales of a till. */
const PAUSE_MS = 3000;

/**
 * Starts the demo, prints its addresses and runs until this process must stop.
 * @param say receives each address as a line
 * @param programs folder of the built programs
 */
export async function runDemo(say: (line: string) => void, programs: string): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const folder = mkdtempSync(join(tmpdir(), "till-chain-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const embedded = await startEmbedded(null);
  opened.defer(() => embedded.close());
  const ledger = openLedger(embedded.url, null);
  opened.defer(() => ledger.end());
  await initLedger(ledger);
  say(`ledger ready ${embedded.url}`);

  const sandboxFolder = join(folder, "sandbox");
  mkdirSync(sandboxFolder);
  const sandbox = opened.use(startProgram(join(programs, "sandbox.js"), ["--data", sandboxFolder, "--sale-captures"]));
  const serviceUrl = await sandbox.waitForOutput(/^sandbox ready (\S+)$/);
  say(`sandbox ready ${serviceUrl}`);
  const provisioning = join(sandboxFolder, "provisioning.json");
  process.stderr.write(
    `to reconcile it: npm run ledger -- reconcile --url ${embedded.url} --service ${provisioning}\n`,
  );
  const settings = JSON.parse(readFileSync(provisioning, "utf8"));
  for (const { id, shop } of TILLS) {
    const url = await addTill(ledger, { id, shop, replaces: null, renew: false }, embedded.url);
    const pos = { id, name: id, type: "store" };
    const config = join(sandboxFolder, `${id}.json`);
    writeFileSync(config, JSON.stringify({ ...settings, pos, ledger: { url, till: id } }), { mode: 0o600 });
    const args = ["--shell", "none", "--data", join(folder, id), "--config", config];
    const till = opened.use(startProgram(join(programs, "browser.js"), args));
    const address = await till.waitForOutput(/^till ready (\S+)$/);
    say(`till ready ${id} ${address}`);
    void sellContinuously({ till: bridgeOf(address), serviceUrl, stop: stop.signal });
  }
  const pages = join(programs, "../renderer");
  const office = await startOfficeServer({ ledger, port: 0, proxy: null, pages, say });
  opened.defer(() => office.close());
  say(`office ready ${office.url}`);
  await new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve(), { once: true }));
}

interface Program extends AsyncDisposable {
  /** Resolves with the match of an output line; rejects if the process ends first */
  waitForOutput(line: RegExp): Promise<string>;
}

function startProgram(path: string, args: string[]): Program {
  const child: ChildProcess = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return {
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        lines.on("line", (line) => {
          const [, found] = pattern.exec(line) ?? [];
          if (found !== undefined) resolve(found);
        });
        void ended.then(() => reject(new Error(`${path} ended before it was ready`)));
      }),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

type Bridge = (command: string, input: object) => Promise<Record<string, unknown>>;

function bridgeOf(address: string): Bridge {
  const url = new URL(address);
  const token = new URLSearchParams(url.hash.slice(1)).get("token") ?? "";
  return async (command, input) => {
    // biome-ignore lint/plugin/connections: its own tills and sandbox, over loopback
    const response = await fetch(new URL(`/bridge/${command}`, url.origin), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as {
      ok: boolean;
      value: Record<string, unknown>;
      error?: { message: string };
    };
    if (!answer.ok) throw new Error(`${command}: ${answer.error?.message}`);
    return answer.value;
  };
}

/** Sells continuously to customers who approve; errors are retried with the next sale. */
async function sellContinuously(shop: { till: Bridge; serviceUrl: string; stop: AbortSignal }): Promise<void> {
  for (let sale = 0; !shop.stop.aborted; sale += 1) {
    await sellOnce(shop, CUSTOMERS[sale % CUSTOMERS.length] ?? "").catch(() => undefined);
    await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { signal: shop.stop }).catch(() => undefined);
  }
}

const PRICES = [3900, 4500, 7900];

async function sellOnce(
  { till, serviceUrl, stop }: Parameters<typeof sellContinuously>[0],
  customer: string,
): Promise<void> {
  const amount = PRICES[Math.floor(Math.random() * PRICES.length)] ?? 3900;
  const started = await till("payment.start", { action: "SALE", amount, customer: { kind: "phone", value: customer } });
  const { posTid } = started;
  let { tid } = started;
  while (typeof tid !== "string" && !stop.aborted) {
    await sleep(200, undefined, { signal: stop });
    tid = (await till("payment.get", { posTid })).tid;
  }
  // biome-ignore lint/plugin/connections: its own tills and sandbox, over loopback
  await fetch(`${serviceUrl}/phone/api/requests/${tid}/approve`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ customer, additionalAmount: null }),
  });
}
