/** The desktop's built entry as a separate process, on the stand-in for Electron. Its windows are real pages. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Told } from "./electron-on-chromium/control.ts";
import { CHEAP_PINS, type TillProcess, watchProcess } from "./till-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const STAND_IN = join(import.meta.dirname, "electron-on-chromium/register.mjs");

const { BROWSER_ARGUMENTS, installedBrowser } = (await import(join(ROOT, "scripts/tools.mjs"))) as {
  BROWSER_ARGUMENTS: string[];
  installedBrowser(): string | null;
};

/** Returns the environment that selects and configures the stand-in's Chromium. */
export function chromiumEnvironment(): Record<string, string> {
  return {
    TILL_TEST_BROWSER: installedBrowser() ?? "",
    TILL_TEST_BROWSER_ARGUMENTS: JSON.stringify(BROWSER_ARGUMENTS),
  };
}

export interface DesktopProcess extends TillProcess {
  /** Resolves with the output once it matches on stdout or stderr; rejects when the process exits first. */
  said(words: string | RegExp): Promise<string>;
  /** Returns the DevTools endpoint of its windows. */
  endpoint(): Promise<string>;
  /** Simulates an action of a person or the machine. */
  tell(told: Told): void;
}

/**
 * Starts the desktop.
 * @param env `STAND_IN_DISPLAYS`, `STAND_IN_KEYRING`, `STAND_IN_PACKAGED` and `STAND_IN_SAVE_TO` configure the machine
 * @param entry another build of the desktop
 */
export function startDesktop(
  args: string[],
  env: Record<string, string> = {},
  { entry = join(ROOT, "out/main/electron.js"), cwd = ROOT }: { entry?: string; cwd?: string } = {},
): DesktopProcess {
  const child = spawn(process.execPath, [...CHEAP_PINS, `--import=${STAND_IN}`, entry, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    cwd,
    env: { ...process.env, ...chromiumEnvironment(), ...env },
  });
  const till = watchProcess(child);
  const waitForOutput = async (words: string | RegExp): Promise<string> => {
    const over = till.exited.then(() =>
      Promise.reject(new Error(`it ended without ${words}: ${till.stdout()}${till.stderr()}`)),
    );
    over.catch(() => undefined);
    const all = () => till.stdout() + till.stderr();
    const isSaid = () => (typeof words === "string" ? all().includes(words) : words.test(all()));
    while (!isSaid()) await Promise.race([over, new Promise((resolve) => child.stderr?.once("data", resolve))]);
    return all();
  };
  return {
    ...till,
    said: waitForOutput,
    async endpoint() {
      const address = /^electron: chromium (ws:\S+)$/m;
      return address.exec(await waitForOutput(address))?.[1] ?? "";
    },
    tell: (told) => void child.send(told),
  };
}
