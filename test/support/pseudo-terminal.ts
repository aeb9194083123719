/** A character device whose other end the test holds: a pseudo-terminal of the system, made by `script`. Linux only. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface PseudoTerminal extends AsyncDisposable {
  path: string;
  /** What the till writes; paused: the device takes no more than the system's buffer */
  output: Readable;
  /** What the till reads */
  input: Writable;
  /** The device is gone, as after its cable was pulled. */
  unplug(): Promise<void>;
}

/** Opens one that passes every byte on unchanged. */
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
