/** Ports for programs that need one before they listen. A program that can bind port 0 and report its port does that instead. */
import { createServer } from "node:net";

const TRIES = 20;
const TAKEN = /EADDRINUSE|address already in use/i;

/** Starts something on a free port, and on another one where that was taken in the meantime. @throws whatever else it throws */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === TRIES || !TAKEN.test(String(error))) throw error;
    }
  }
}

/**
 * Returns a port on which no program listens at this moment, below those that the system gives to outgoing connections
 * and to listeners without a port of their own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
