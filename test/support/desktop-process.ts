/** The desktop's built entry as its own process, over the stand-in for Electron: its windows are real pages. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Told } from "./electron-on-chromium/control.ts";
import { type TillProcess, watchProcess } from "./till-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const STAND_IN = join(import.meta.dirname, "electron-on-chromium/register.mjs");

const { BROWSER_ARGUMENTS, installedBrowser } = (await import(join(ROOT, "scripts/browser.mjs"))) as {
  BROWSER_ARGUMENTS: string[];
  installedBrowser(): string | null;
};

/** Which Chromium the stand-in starts, and how: for the environment of whatever starts one with it. */
export function chromiumEnvironment(): Record<string, string> {
  return {
    TILL_TEST_BROWSER: installedBrowser() ?? "",
    TILL_TEST_BROWSER_ARGUMENTS: JSON.stringify(BROWSER_ARGUMENTS),
  };
}

export interface DesktopProcess extends TillProcess {
  /** Resolves with what it said, when it has written this to stdout or stderr; rejects when it ends without. */
  said(words: string | RegExp): Promise<string>;
  /** Where its windows can be reached with the DevTools protocol. */
  endpoint(): Promise<string>;
  /** What a person, or the machine, does to it. */
  tell(told: Told): void;
}

/**
 * Starts it.
 * @param env   `STAND_IN_DISPLAYS`, `STAND_IN_KEYRING`, `STAND_IN_PACKAGED` and `STAND_IN_SAVE_TO` say what the machine is
 * @param entry another build of it
 */
export function startDesktop(
  args: string[],
  env: Record<string, string> = {},
  { entry = join(ROOT, "out/main/electron.js"), cwd = ROOT }: { entry?: string; cwd?: string } = {},
): DesktopProcess {
  const child = spawn(process.execPath, [`--import=${STAND_IN}`, entry, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    cwd,
    env: { ...process.env, ...chromiumEnvironment(), ...env },
  });
  const till = watchProcess(child);
  const said = async (words: string | RegExp): Promise<string> => {
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
    said,
    async endpoint() {
      const address = /^electron: chromium (ws:\S+)$/m;
      return address.exec(await said(address))?.[1] ?? "";
    },
    tell: (told) => void child.send(told),
  };
}
