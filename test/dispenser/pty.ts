/** A serial cable without hardware: two pseudo-terminals joined by socat. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface Cable extends AsyncDisposable {
  /** Paths of its two serial ports */
  till: string;
  machine: string;
  /** Unplugs the cable: both ports disappear. */
  unplug(): Promise<void>;
  /** Plugs it in again, at the same paths. */
  plug(): Promise<void>;
}

/**
 * @param folder folder of its ends
 * @throws without socat
 */
export async function plugCable(folder: string): Promise<Cable> {
  const [till, machine] = [join(folder, "till"), join(folder, "machine")];
  const end = (link: string) => `pty,raw,echo=0,link=${link}`;
  let unplug: () => Promise<void> = async () => undefined;
  const plug = async () => {
    const socat = spawn("socat", ["-d", "-d", end(till), end(machine)], { stdio: ["ignore", "ignore", "pipe"] });
    const exited = new Promise((resolve) => socat.once("exit", resolve).once("error", resolve));
    unplug = async () => {
      socat.kill();
      await exited;
    };
    if (!(await saysItIsThere(socat.stderr))) {
      throw new Error("A cable without hardware needs the socat command: install it, or give a real port.");
    }
  };
  await plug();
  return { till, machine, plug, unplug: () => unplug(), [Symbol.asyncDispose]: () => unplug() };
}

async function saysItIsThere(stderr: Readable): Promise<boolean> {
  for await (const line of createInterface({ input: stderr })) {
    if (line.includes("starting data transfer loop")) return true;
  }
  return false;
}
