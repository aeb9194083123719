import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer as createHttpsServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { freePort } from "../../support/free-port.ts";
import { CUSTOMER, phoneOf } from "../../support/test-till.ts";
import { startProcess } from "../../support/till-process.ts";
import { prepareTillProcess, type TillProcessSetup } from "../../support/till-process-setup.ts";
import { figureOf, inTurns, percentileOf, type Row, ratiosOf } from "../row.ts";
import { newPage, painted, startBrowser, watchPaint } from "../screen.ts";

/** A local certificate that the service accepts, and its key. */
const [CERTIFICATE = "", KEY = ""] = ["localhost.pem", "localhost-key.pem"].map((name) =>
  readFileSync(join(import.meta.dirname, "../../support/tls", name), "utf8"),
);
const ROUNDS = 3;
/** With fewer than twenty, the 95th percentile is the longest. */
const SALES = 20;

const PAID = {
  name: "paid",
  what: "callback to Paid on screen, p95",
  atMost: 50,
  unit: "ms",
} as const;
const BARE = {
  name: "paid.bare",
  what: "callback to Paid, vs a bare server and page",
  atMost: 3,
  unit: "ratio",
} as const;

export const row: Row = {
  number: 7,
  name: "paid",
  what: "a callback's bytes to the painted Paid in a browser, against a bare server-sent event and a bare page",
  bound: "one commit, then drawing and the next frame (up to 17 ms)",
  async measure() {
    const relay = await startRelay();
    const listen = await freePort();
    const changes = {
      callbacks: { listen: `127.0.0.1:${listen}`, publicUrl: relay.url },
      // Measures results that arrive by callback, so polling is rare.
      polling: { activeMs: 60_000, idleMs: 600_000 },
    };
    await using setup = await prepareTillProcess(changes, { callbackCa: CERTIFICATE });
    relay.to = listen;
    await using till = startProcess([...setup.firstArguments, "--port", "0"]);
    const bare = await startBarePage();
    const browser = await startBrowser();
    try {
      const page = await newPage(browser);
      await page.goto((await till.ready).href);
      await page.getByTestId("total").waitFor();
      await watchPaint(page, "[data-tone=paid] h1");
      const barePage = await openBare(browser, bare.url);
      const all: number[] = [];
      const times = await inTurns(ROUNDS, {
        till: async () => p95Of(all, await takeSales(page, setup, relay)),
        bare: async () => p95Of([], await sendBare(barePage, bare.url)),
      });
      const detail = `median ${percentileOf(all, 0.5).toFixed(1)} ms of ${all.length} sales`;
      const bareDetail = `${percentileOf(times.bare, 0.5).toFixed(1)} ms bare`;
      return [figureOf(PAID, times.till, detail), figureOf(BARE, ratiosOf(times.till, times.bare), bareDetail)];
    } finally {
      await browser.close();
      bare.child.kill();
      relay.server.close();
    }
  },
};

function p95Of(all: number[], times: readonly number[]): number {
  all.push(...times);
  return percentileOf(times, 0.95);
}

/** Makes sales to a phone number, approved on the phone. @returns ms from the approving callback to Paid */
async function takeSales(page: Page, { sandbox }: TillProcessSetup, relay: Relay): Promise<number[]> {
  const times: number[] = [];
  for (let left = SALES; left > 0; left -= 1) {
    for (const digit of "1490") await page.keyboard.press(digit);
    // Keys as fast as a scanner's are held back: an early Enter would charge nothing.
    await page.getByRole("button", { name: "Charge 14,90" }).waitFor();
    await page.getByLabel("Phone number").fill(`+${CUSTOMER}`);
    await page.getByLabel("Phone number").press("Enter");
    await page.getByText("Waiting for the customer to approve").waitFor();
    const asked = await until(() => sandbox.payments().find(({ status }) => status === "pending"));
    await page.evaluate(() => {
      window.painted = [];
    });
    await phoneOf(sandbox).approve(asked.tid);
    const { at } = await painted(page, 1);
    times.push(at - relay.sentAt);
    // From here on, a digit starts the next sale.
    await page.getByRole("button", { name: "New sale" }).waitFor();
    // Two amounts typed at once look like a scan: a key outside of scans ends the first.
    await page.keyboard.press("Home");
  }
  await page.keyboard.press("0");
  await page.keyboard.press("Escape");
  return times;
}

async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

interface Relay {
  server: Server;
  url: string;
  /** The till's own port */
  to: number;
  /** Time at which the last callback's bytes were sent to the till, in ms since the epoch */
  sentAt: number;
}

/**
 * Relays callbacks between the service and the till, like a shop's own server, to record when their bytes are sent.
 * Uses HTTPS as shops do: without it the service omits the outcome, and the till must poll.
 */
async function startRelay(): Promise<Relay> {
  const server = createHttpsServer({ cert: CERTIFICATE, key: KEY }, async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const forward = request({
      host: "127.0.0.1",
      port: relay.to,
      path: incoming.url,
      method: incoming.method,
      headers: incoming.headers,
    });
    forward.on("response", (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forward.on("error", () => outgoing.destroy());
    relay.sentAt = performance.timeOrigin + performance.now();
    forward.end(body);
  });
  const relay: Relay = { server, url: "", to: 0, sentAt: 0 };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  relay.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return relay;
}

/** A server that only notifies its page of each request; in a separate process, like the till. */
const BARE_SERVER = `
const { createServer } = require("node:http");
const pages = new Set();
const page = "<!doctype html><body><h1></h1><script>let n = 0; new EventSource('/events').onmessage = () => { document.querySelector('h1').textContent = 'Paid ' + (n += 1) }</script>";
createServer((request, response) => {
  if (request.url === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("\\n");
    pages.add(response);
  } else if (request.method === "POST") {
    request.resume().on("end", () => {
      for (const page of pages) page.write("data: {}\\n\\n");
      response.end();
    });
  } else {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page);
  }
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

async function startBarePage(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["-e", BARE_SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (said) => resolve(String(said).trim())),
  );
  return { child, url: `http://127.0.0.1:${port}` };
}

async function openBare(browser: Browser, url: string): Promise<Page> {
  const page = await newPage(browser);
  await page.goto(`${url}/`);
  await watchPaint(page, "h1");
  return page;
}

async function sendBare(page: Page, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let left = SALES; left > 0; left -= 1) {
    await page.evaluate(() => {
      window.painted = [];
    });
    const sentAt = performance.timeOrigin + performance.now();
    await fetch(`${url}/callback`, { method: "POST", body: "{}" });
    const { at } = await painted(page, 1);
    times.push(at - sentAt);
  }
  return times;
}
