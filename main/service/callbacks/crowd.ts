/**
 * How many may stand at the receiver's door. Connections that have not shown the secret path yet are strangers: when it
 * is full, the stranger that came first goes, so that sockets which say nothing cannot shut a delivery out. Deliveries
 * beyond those that are served wait in a short queue.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface CrowdLimits {
  /** Connections at a time, the silent ones included */
  connections: number;
  /** Deliveries that are worked on at a time */
  served: number;
  /** Deliveries that wait for their turn; what comes beyond is sent away */
  waiting: number;
}

export interface Crowd {
  /** This connection's request was for one of the till's own addresses. */
  isKnown(socket: Socket): void;
  /** Resolves with whether there was room: then {@link leave} must follow. */
  enter(): Promise<boolean>;
  leave(): void;
}

/** Watches a server's connections. @param onCut told when one had to go, or a delivery was sent away */
export function watchCrowd(server: Server, limits: CrowdLimits, onCut: () => void): Crowd {
  const strangers = new Map<string, Socket>();
  const queue: (() => void)[] = [];
  let connections = 0;
  let served = 0;
  server.on("connection", (socket: Socket) => {
    const key = nameOf(socket);
    connections += 1;
    strangers.set(key, socket);
    socket.once("close", () => {
      connections -= 1;
      if (strangers.get(key) === socket) strangers.delete(key);
    });
    if (connections <= limits.connections) return;
    onCut();
    // Where all of them are known, it is the one that comes that goes.
    const [first = socket] = strangers.values();
    first.destroy();
  });
  return {
    isKnown: (socket) => void strangers.delete(nameOf(socket)),
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
