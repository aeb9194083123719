import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";

/** Time a connection has to authenticate before it may be closed to make room. */
const GRACE_MS = 100;
/** Beyond this multiple of the limit connections are closed at once. */
const AT_MOST = 8;
const MOST_OF_ONE = 16;

/**
 * Limits a server's connections. Over the limit, the oldest unauthenticated one is closed. Authenticated ones are
 * closed only when their holder has too many: the oldest idle one first. A null holder has no limit.
 */
export function limitConnections(
  server: Server,
  limit: number,
): { admit(socket: Socket, holder: string | null): void } {
  const strangers = new Set<Socket>();
  const admitted = new Map<Socket, string | null>();
  const busy = new Set<Socket>();
  // Over TLS the request's socket differs from the counted one; both have the same endpoints.
  const byEnds = new Map<string, Socket>();
  let making: NodeJS.Timeout | null = null;
  const makeRoom = (most: number) => {
    for (const oldest of strangers) {
      if (strangers.size + admitted.size <= most) return;
      strangers.delete(oldest);
      oldest.destroy();
    }
  };
  server.on("connection", (socket: Socket) => {
    if (admitted.size >= limit) return void socket.destroy();
    const ends = endsOf(socket);
    strangers.add(socket);
    byEnds.set(ends, socket);
    socket.once("close", () => {
      if (byEnds.get(ends) === socket) byEnds.delete(ends);
      strangers.delete(socket);
      admitted.delete(socket);
      busy.delete(socket);
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
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const counted = byEnds.get(endsOf(request.socket));
    if (counted === undefined) return;
    busy.add(counted);
    response.once("close", () => busy.delete(counted));
  });
  return {
    admit(socket, holder) {
      const counted = byEnds.get(endsOf(socket));
      if (counted === undefined || !strangers.delete(counted)) return;
      admitted.set(counted, holder);
      const own = [...admitted.keys()].filter((one) => admitted.get(one) === holder);
      if (holder === null || own.length <= MOST_OF_ONE) return;
      const leaving = own.find((one) => !busy.has(one)) ?? own[0];
      if (leaving === undefined) return;
      admitted.delete(leaving);
      leaving.destroy();
    },
  };
}

function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(" ");
}
