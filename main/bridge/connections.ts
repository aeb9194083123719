/** Connection limit of a loopback server: which ones it keeps when there are too many, from any program on the machine. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";

/** How long a connection may take to say who it is before it has to make room. */
const GRACE_MS = 100;
/** Beyond this multiple of the limit no connection is waited for. */
const AT_MOST = 8;
/** How many of one holder are kept, where it is said whose they are: an eighth of what a server keeps. */
const MOST_OF_ONE = 16;

/**
 * Keeps a server to so many connections. When it is full, the oldest that never authenticated goes; one that did is
 * only refused where all the others did too, and goes as one of too many of its holder: the oldest that is idle, else the oldest.
 * @returns `admit`, called once a connection has authenticated; `holder`: whose it is, null: that is not counted
 */
export function limitConnections(
  server: Server,
  limit: number,
): { admit(socket: Socket, holder: string | null): void } {
  const strangers = new Set<Socket>();
  const admitted = new Map<Socket, string | null>();
  // With a request under way, a stream of events for one.
  const busy = new Set<Socket>();
  // A request over TLS comes by a socket of its own around the one that was counted: both have the same two ends.
  const byEnds = new Map<string, Socket>();
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

/** What no other open connection has. Pure. */
function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return [remoteAddress, remotePort, localAddress, localPort].join(" ");
}
