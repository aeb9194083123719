/**
 * Connection limits of the callback receiver. When there are too many connections, the oldest that has not requested the
 * secret path yet is closed, so that silent sockets cannot shut a delivery out. Deliveries beyond those that are served
 * wait in a short queue.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  /** Connections at a time, the silent ones included */
  connections: number;
  /** Deliveries that are worked on at a time */
  served: number;
  /** Deliveries that wait for their turn; any further one is rejected */
  waiting: number;
}

export interface ConnectionGate {
  /** Marks a connection that requested a secret path: it is not closed to make room. */
  isKnown(socket: Socket): void;
  /** Waits for a place. @returns whether there was one: then {@link leave} must follow */
  enter(): Promise<boolean>;
  leave(): void;
}

/** Limits a server's connections. @param onCut called when one was closed, or a delivery rejected */
export function limitDeliveries(server: Server, limits: ConnectionLimits, onCut: () => void): ConnectionGate {
  const unproven = new Map<string, Socket>();
  const queue: (() => void)[] = [];
  let connections = 0;
  let served = 0;
  server.on("connection", (socket: Socket) => {
    const key = nameOf(socket);
    connections += 1;
    unproven.set(key, socket);
    socket.once("close", () => {
      connections -= 1;
      if (unproven.get(key) === socket) unproven.delete(key);
    });
    if (connections <= limits.connections) return;
    onCut();
    // Where all others are known, the new one is closed.
    const [first = socket] = unproven.values();
    first.destroy();
  });
  return {
    isKnown(socket) {
      if (unproven.size > 0) unproven.delete(nameOf(socket));
    },
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
    leave() {
      const next = queue.shift();
      if (next) next();
      else served -= 1;
    },
  };
}

/** Over TLS a request's socket is another object than the connection; both name the same other end. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
