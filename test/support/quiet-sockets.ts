/** Detects when no data is in transit between connections that have both ends in this process. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

export interface QuietSockets extends Disposable {
  /**
   * Resolves when all written bytes have been read, every close has arrived, and all resulting work without I/O is
   * done. Waits for a paused reader with unread data.
   */
  quiet(): Promise<void>;
}

/**
 * Watches connections opened from now on.
 * @param isStalled whether the server deliberately reads nothing; its unread data is not in transit
 */
export function watchSockets({ isStalled }: { isStalled(): boolean } = { isStalled: () => false }): QuietSockets {
  const clients = new Set<Socket>();
  const closed = new WeakSet<Socket>();
  const servers = new Map<string, Socket>();
  const onClient = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    clients.add(socket);
    // `socket.closed` is true before `close` is emitted.
    socket.once("close", () => closed.add(socket));
  };
  const onServer = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    servers.set(`${socket.localPort}-${socket.remotePort}`, socket);
  };
  subscribe("net.client.socket", onClient);
  subscribe("net.server.socket", onServer);
  const isQuiet = (client: Socket): boolean => {
    if (client.connecting || (client.destroyed && !closed.has(client))) return false;
    const server = servers.get(`${client.remotePort}-${client.localPort}`);
    if (client.closed) return server === undefined || server.destroyed || isStalled();
    // Accepted by the system, but not yet by the server
    if (server === undefined) return isStalled();
    return hasArrived(server, client) && (isStalled() || hasArrived(client, server));
  };
  return {
    async quiet() {
      do await turn();
      while (![...clients].every((client) => isQuiet(client)));
      for (const client of clients) if (client.closed) clients.delete(client);
      await turn();
    },
    [Symbol.dispose]() {
      unsubscribe("net.client.socket", onClient);
      unsubscribe("net.server.socket", onServer);
    },
  };
}

/** Returns whether `to` has read everything that `from` wrote, including its end. */
function hasArrived(from: Socket, to: Socket): boolean {
  if (to.destroyed) return true;
  if (from.destroyed || to.readableLength > 0 || from.bytesWritten !== to.bytesRead) return false;
  return !from.writableEnded || to.readableEnded;
}

/** Waits one turn of the event loop: ready I/O and the promises that it settles come first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
