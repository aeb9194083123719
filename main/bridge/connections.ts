import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";

/** Time a connection has to authenticate before it may be closed to make room. */
const GRACE_MS = 100;
/** Beyond this multiple of the limit connections are closed at once. */
const HARD_LIMIT_FACTOR = 8;
const MAX_PER_HOLDER = 16;

/**
 * Limits a server's connections. Over the limit, the oldest unauthenticated one is closed. Authenticated ones are
 * closed only when their holder has too many: the oldest idle one first. A null holder has no limit.
 */
export function limitConnections(
  server: Server,
  limit: number,
): { admit(socket: Socket, holder: string | null): void } {
  const unauthenticated = new Set<Socket>();
  const admitted = new Map<Socket, string | null>();
  const busy = new Set<Socket>();
  // Over TLS the request's socket differs from the counted one; both have the same endpoints.
  const byEndpoints = new Map<string, Socket>();
  let roomTimer: NodeJS.Timeout | null = null;
  const makeRoom = (max: number) => {
    for (const oldest of unauthenticated) {
      if (unauthenticated.size + admitted.size <= max) return;
      unauthenticated.delete(oldest);
      oldest.destroy();
    }
  };
  server.on("connection", (socket: Socket) => {
    if (admitted.size >= limit) return void socket.destroy();
    const endpoints = endpointsOf(socket);
    unauthenticated.add(socket);
    byEndpoints.set(endpoints, socket);
    socket.once("close", () => {
      if (byEndpoints.get(endpoints) === socket) byEndpoints.delete(endpoints);
      unauthenticated.delete(socket);
      admitted.delete(socket);
      busy.delete(socket);
    });
    const open = unauthenticated.size + admitted.size;
    if (open > limit * HARD_LIMIT_FACTOR) makeRoom(limit * HARD_LIMIT_FACTOR);
    if (open <= limit || roomTimer !== null) return;
    roomTimer = setTimeout(() => {
      roomTimer = null;
      makeRoom(limit);
    }, GRACE_MS);
    roomTimer.unref();
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const counted = byEndpoints.get(endpointsOf(request.socket));
    if (counted === undefined) return;
    busy.add(counted);
    response.once("close", () => busy.delete(counted));
  });
  return {
    admit(socket, holder) {
      const counted = byEndpoints.get(endpointsOf(socket));
      if (counted === undefined || !unauthenticated.delete(counted)) return;
      admitted.set(counted, holder);
      const ofHolder = [...admitted.keys()].filter((one) => admitted.get(one) === holder);
      if (holder === null || ofHolder.length <= MAX_PER_HOLDER) return;
      const surplus = ofHolder.find((one) => !busy.has(one)) ?? ofHolder[0];
      if (surplus === undefined) return;
      admitted.delete(surplus);
      surplus.destroy();
    },
  };
}

function endpointsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(" ");
}
