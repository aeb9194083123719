/** A character device whose other end the test holds: a pseudo-terminal made by `script`. Linux only. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface PseudoTerminal extends AsyncDisposable {
  path: string;
  /** Output of the till; while paused, the device accepts only what fits the system's buffer */
  output: Readable;
  /** Input of the till */
  input: Writable;
  /** Removes the device, as if its cable were pulled. */
  unplug(): Promise<void>;
}

/** Opens a raw pseudo-terminal, which passes every byte unchanged. */
export async function openPseudoTerminal(): Promise<PseudoTerminal> {
  const child = spawn("script", ["-q", "-c", "stty raw -echo; tty; exec sleep 1000000", "/dev/null"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  child.stdout.pause();
  const unplug = () => ended(child);
  return {
    path: first.toString().trim(),
    output: child.stdout,
    input: child.stdin,
    unplug,
    [Symbol.asyncDispose]: unplug,
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
