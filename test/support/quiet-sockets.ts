/** Knows when nothing is in transit between the two ends of connections that are both in this process. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

export interface QuietSockets extends Disposable {
  /**
   * Resolves when each byte that one end wrote has been read by the other end, every close has arrived, and whatever
   * follows from that without I/O has happened. A paused reader with something to read is waited for.
   */
  quiet(): Promise<void>;
}

/**
 * Watches the connections that are opened from now on.
 * @param isStalled whether the server reads nothing on purpose: what waits for such a server is not in transit
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
    // Accepted by the system, and not by the server yet
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

/** Whether everything that `from` wrote, and its end, has been read by `to`. */
function hasArrived(from: Socket, to: Socket): boolean {
  if (to.destroyed) return true;
  if (from.destroyed || to.readableLength > 0 || from.bytesWritten !== to.bytesRead) return false;
  return !from.writableEnded || to.readableEnded;
}

/** One turn of the event loop: I/O that is ready is delivered before, and every promise that it settles with it. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
