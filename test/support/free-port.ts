/** Ports for programs that need one before they listen. Programs that can bind port 0 and report it do that instead. */
import { createServer } from "node:net";

const TRIES = 20;
const TAKEN = /EADDRINUSE|address already in use/i;

/** Starts a server on a free port, and on another one if it was taken meanwhile. @throws all other errors */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (tries === TRIES || !TAKEN.test(String(error))) throw error;
    }
  }
}

/** Returns a port without a listener, below the range for outgoing connections and automatic ports. */
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
