/**
 * Limits the callback receiver's connections. Over the limit, the oldest connection that has not requested a secret
 * path is closed, so that silent sockets cannot block deliveries.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** Concurrent connections, idle ones included */
  connections: number;
  /** Deliveries processed at a time */
  served: number;
  /** Queued deliveries; further ones are rejected */
  waiting: number;
}

export type ConnectionGate = ReturnType<typeof limitDeliveries>;

/** Limits a server's connections. `onCut` is called when one is closed, or a delivery rejected. */
export function limitDeliveries(server: Server, limits: ConnectionLimits, onCut: () => void) {
  const unknownSockets = new Map<string, Socket>();
  const queue: (() => void)[] = [];
  let connections = 0;
  let served = 0;
  server.on("connection", (socket: Socket) => {
    const key = remoteKey(socket);
    connections += 1;
    unknownSockets.set(key, socket);
    socket.once("close", () => {
      connections -= 1;
      if (unknownSockets.get(key) === socket) unknownSockets.delete(key);
    });
    if (connections <= limits.connections) return;
    onCut();
    // When every other connection is known, the new one is closed.
    const [first = socket] = unknownSockets.values();
    first.destroy();
  });
  return {
    /** Marks a connection that requested a secret path, so that it is not closed to make room. */
    markKnown(socket: Socket) {
      if (unknownSockets.size > 0) unknownSockets.delete(remoteKey(socket));
    },
    /** Waits for a slot. Returns false when the queue is full; otherwise {@link release} must follow. */
    async enter() {
      if (served < limits.served) {
        served += 1;
        return true;
      }
      if (queue.length >= limits.waiting) {
        onCut();
        return false;
      }
      await new Promise<void>((resolve) => queue.push(resolve));
      return true;
    },
    release() {
      const next = queue.shift();
      if (next) next();
      else served -= 1;
    },
  };
}

/** Over TLS the request's socket differs from the connection's; both have the same remote address. */
function remoteKey({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
