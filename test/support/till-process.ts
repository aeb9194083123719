/** A till as a separate process of the built program: start, output and exit. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { CommandInput, CommandName, CommandValues } from "../../contract/bridge/commands.ts";
import type { Result } from "../../contract/calls/errors.ts";
import { MALLOC_SETTINGS } from "../../main/lib/malloc.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Options of Node for a till with cheap PIN hashes, in Playwright's workers alone. Electron's program takes none, and
 * next to it every process must hash at the real cost, because one folder may serve both.
 */
export const CHEAP_PINS =
  process.env.TEST_WORKER_INDEX !== undefined && !process.env.TILL_TEST_ELECTRON
    ? [`--import=${new URL("cheap-scrypt.mjs", import.meta.url)}`]
    : [];

export interface TillProcess extends AsyncDisposable {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The `till ready` address; rejects when the process exits first. */
  ready: Promise<URL>;
  /** The `sandbox ready` address, available once the till is ready. */
  sandbox(): string;
  exited: Promise<number | null>;
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
}

/** Starts the built till on plain Node with these options. @param program another build of it */
export function startProcess(
  args: string[],
  env: Record<string, string> = {},
  program: string = join(ROOT, "out/main/browser.js"),
): TillProcess {
  const child = spawn(process.execPath, [...CHEAP_PINS, program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    // The same allocator settings as `npm start` and the service.
    env: { ...process.env, ...MALLOC_SETTINGS, ...env },
  });
  return watchProcess(child);
}

/** Watches the output of a running till. */
export function watchProcess(child: ChildProcess): TillProcess {
  const text = { stdout: "", stderr: "" };
  const { promise: ready, resolve, reject } = Promise.withResolvers<URL>();
  ready.catch(() => undefined);
  child.stdout?.on("data", (chunk) => {
    text.stdout += chunk;
    const address = /^till ready (\S+)$/m.exec(text.stdout)?.[1];
    if (address) resolve(new URL(address));
  });
  child.stderr?.on("data", (chunk) => {
    text.stderr += chunk;
  });
  const exited = new Promise<number | null>((done) => {
    child.once("close", (code) => {
      reject(new Error(`the till ended (${code}): ${text.stderr}`));
      done(code);
    });
  });
  return {
    child,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    ready,
    sandbox: () => /^sandbox ready (\S+)$/m.exec(text.stdout)?.[1] ?? "",
    exited,
    async call(name, input) {
      const url = await ready;
      const answer = await fetch(new URL(`/bridge/${name}`, url), {
        method: "POST",
        headers: { authorization: `Bearer ${url.hash.replace("#token=", "")}`, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return (await answer.json()) as never;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    },
  };
}
