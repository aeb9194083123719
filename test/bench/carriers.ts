/**
 * `npm run bench -- carriers`: round-trip time of a command from a page to main, over both carriers of the contract.
 * One till answers: its desktop window uses IPC, and a page in another Chromium of the same build uses loopback HTTP.
 */
import { join } from "node:path";
import { chromiumEnvironment, startDesktop } from "../support/desktop-process.ts";
import { startChromium } from "../support/electron-on-chromium/devtools.ts";
import { temporaryFolder } from "../support/folder.ts";
import { MANAGER_PIN } from "../support/test-till.ts";
import { prepareTillProcess } from "../support/till-process-setup.ts";
import { seedFolder } from "./seed/folder.ts";
import { measuredOf } from "./timing.ts";

const PAYMENTS = 2000;
const ROUNDS = 10;
const CALLS = 50;
const CARRIERS = ["IPC", "HTTP"] as const;
const COMMANDS = ["terminal.get", "payment.list"];

type Carrier = (typeof CARRIERS)[number];
/** Evaluates an expression in a page. */
type Page = (expression: string) => Promise<unknown>;

/** The client call of each page: the desktop's preload, and renderer/kit/client/http.ts. */
const CALL: Record<Carrier, string> = {
  IPC: "(name, input) => window.till.call(name, input)",
  HTTP: `async (name, input) => (await fetch("/bridge/" + name, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer " + sessionStorage.getItem("till.session") },
    credentials: "omit",
    body: JSON.stringify(input),
  })).json()`,
};

/** Measures, and prints a Markdown table. */
export async function benchCarriers(): Promise<number> {
  Object.assign(process.env, chromiumEnvironment());
  using folder = temporaryFolder();
  await using setup = await prepareTillProcess();
  const { data, firstArguments } = setup;
  await seedFolder({ dataDir: data, payments: PAYMENTS, days: 60, seed: 1, until: Date.now(), signed: true });
  const args = firstArguments.slice(firstArguments.indexOf("--data"));
  await using till = startDesktop(["--port", "0", ...args], { STAND_IN_KEYRING: join(folder.path, "keyring") });
  const { href } = await till.ready;
  const chromium = await startChromium(join(folder.path, "chromium"), [{ x: 0, y: 0, width: 1280, height: 800 }]);
  try {
    await chromium.browser.send("Target.createTarget", { url: href });
    using desktop = await pageOf(await till.endpoint(), "index.html");
    using browser = await pageOf(chromium.endpoint, new URL("/", href).href);
    console.log(tableOf(await measureCarriers({ IPC: desktop.evaluate, HTTP: browser.evaluate })));
  } finally {
    chromium.kill();
  }
  return 0;
}

/** Connects to a Chromium page by address, without observers in the page. */
async function pageOf(endpoint: string, address: string): Promise<{ evaluate: Page } & Disposable> {
  const { host } = new URL(endpoint);
  const find = async () => {
    const pages = (await (await fetch(`http://${host}/json/list`)).json()) as {
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    return pages.find(({ url }) => url.endsWith(address))?.webSocketDebuggerUrl;
  };
  const socket = new WebSocket(await until(find));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const asked: PromiseWithResolvers<unknown>[] = [];
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error = result?.exceptionDetails } = JSON.parse(data);
    if (error) asked[id]?.reject(new Error(JSON.stringify(error)));
    else asked[id]?.resolve(result.result.value);
  });
  const evaluate: Page = (expression) => {
    const answer = Promise.withResolvers<unknown>();
    const id = asked.push(answer) - 1;
    const params = { expression, awaitPromise: true, returnByValue: true };
    socket.send(JSON.stringify({ id, method: "Runtime.evaluate", params }));
    return answer.promise;
  };
  return { evaluate, [Symbol.dispose]: () => socket.close() };
}

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (let left = 300; left > 0; left -= 1) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("a page of the till was not there within 30 s");
}

interface Compared {
  command: string;
  carrier: Carrier;
  /** Milliseconds by rounds */
  rounds: number[][];
}

/** Alternates between both, so that the machine's load affects them equally. */
async function measureCarriers(pages: Record<Carrier, Page>): Promise<Compared[]> {
  await until(() => pages.IPC("window.till !== undefined"));
  await until(() => pages.HTTP(`sessionStorage.getItem("till.session")`));
  for (const carrier of CARRIERS) await ask(pages[carrier], carrier, "staff.signIn", { pin: MANAGER_PIN }, 1);
  const all = COMMANDS.flatMap((command) => CARRIERS.map((carrier): Compared => ({ command, carrier, rounds: [] })));
  // The first round prepares statements, compiles and connects; it is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { command, carrier, rounds } of round % 2 === 0 ? all : all.toReversed()) {
      const times = await ask(pages[carrier], carrier, command, {}, CALLS);
      if (round > 0) rounds.push(times);
    }
  }
  return all;
}

/** Makes sequential calls, as a page does. @returns the duration of each in the page, in ms */
async function ask(page: Page, carrier: Carrier, name: string, input: object, calls: number): Promise<number[]> {
  const times = await page(`(async () => {
    const call = ${CALL[carrier]};
    const times = [];
    for (let left = ${calls}; left > 0; left -= 1) {
      const startedAt = performance.now();
      const answer = await call(${JSON.stringify(name)}, ${JSON.stringify(input)});
      times.push(performance.now() - startedAt);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    }
    return times;
  })()`);
  return times as number[];
}

function tableOf(all: readonly Compared[]): string {
  const rows = all.map(({ command, carrier, rounds }) => {
    const { calls, median, p95 } = measuredOf(command, null, rounds.flat());
    const range = rangeOf(rounds.map(medianOf), 1);
    return `| \`${command}\` | ${carrier} | ${calls} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${range} |`;
  });
  const head = [
    "| command | carrier | calls | median ms | p95 ms | medians of the rounds |",
    "|---|---|---:|---:|---:|---:|",
  ];
  const note = `IPC is the stand-in's: it uses Chromium's DevTools protocol and does not predict Electron's absolute times.`;
  return [...head, ...rows, "", ...COMMANDS.map((command) => ratioOf(command, all)), note].join("\n");
}

/** Per round, because both were measured close together. */
function ratioOf(command: string, all: readonly Compared[]): string {
  const of = (wanted: Carrier) =>
    (all.find((one) => one.command === command && one.carrier === wanted)?.rounds ?? []).map(medianOf);
  const http = of("HTTP");
  const ratios = of("IPC").map((ipc, round) => ipc / (http[round] ?? Number.NaN));
  return `\`${command}\`: IPC takes ${medianOf(ratios).toFixed(2)} times as long as HTTP (rounds: ${rangeOf(ratios, 2)}).`;
}

function medianOf(values: readonly number[]): number {
  return measuredOf("", null, values).median;
}

function rangeOf(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} – ${Math.max(...values).toFixed(digits)}`;
}
