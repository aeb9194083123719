/** Connection limit of a loopback server: which ones it keeps when there are too many, from any program on the machine. */
import type { Server, Socket } from "node:net";

/** How long a connection may take to say who it is before it has to make room. */
const GRACE_MS = 100;
/** Beyond this multiple of the limit no connection is waited for. */
const AT_MOST = 8;

/**
 * Keeps a server to so many connections. When it is full, the oldest that never authenticated goes; one that did is
 * only refused where all the others did too.
 * @returns `admit`, called once a connection has authenticated
 */
export function limitConnections(server: Server, limit: number): { admit(socket: Socket): void } {
  const strangers = new Set<Socket>();
  const admitted = new Set<Socket>();
  let making: NodeJS.Timeout | null = null;
  const makeRoom = (most: number) => {
    // A set keeps the order in which its members came.
    for (const oldest of strangers) {
      if (strangers.size + admitted.size <= most) return;
      strangers.delete(oldest);
      oldest.destroy();
    }
  };
  server.on("connection", (socket: Socket) => {
    if (admitted.size >= limit) return void socket.destroy();
    strangers.add(socket);
    socket.once("close", () => {
      strangers.delete(socket);
      admitted.delete(socket);
    });
    const open = strangers.size + admitted.size;
    if (open > limit * AT_MOST) makeRoom(limit * AT_MOST);
    if (open <= limit || making !== null) return;
    making = setTimeout(() => {
      making = null;
      makeRoom(limit);
    }, GRACE_MS);
    making.unref();
  });
  return {
    admit(socket) {
      if (strangers.delete(socket)) admitted.add(socket);
    },
  };
}
