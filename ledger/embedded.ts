/** Embedded PostgreSQL: PGlite on a loopback port, for the demo and for tests without a server. */
// biome-ignore lint/plugin/connections: its own database, over loopback
import { connect, createServer, type Socket } from "node:net";

/**
 * Starts PGlite. Reports an error if the package is missing, as in an installed till.
 * @param folder folder of its files; null for memory
 * @param port 0: any free port
 */
export async function startEmbedded(folder: string | null, port = 0) {
  // biome-ignore lint/plugin/connections: its own database, over loopback
  const { PGlite } = await import("@electric-sql/pglite");
  // biome-ignore lint/plugin/connections: its own database, over loopback
  const { PGLiteSocketServer } = await import("@electric-sql/pglite-socket");
  const database = await (folder === null ? PGlite.create() : PGlite.create(folder));
  const socketServer = new PGLiteSocketServer({ db: database, port: 0, host: "127.0.0.1", maxConnections: 100 });
  await socketServer.start();
  const pgPort = Number(socketServer.getServerConn().split(":").at(-1));
  let front = await serveInTurns(pgPort, port);
  return {
    /** Every client is the only user, without a password or limited rights */
    url: `postgres://postgres@127.0.0.1:${front.port}/postgres`,
    /** Closes every connection and refuses new ones until reopened */
    hangUp: (): void => front.close(),
    async open() {
      front = await serveInTurns(pgPort, front.port);
    },
    async close() {
      front.close();
      await socketServer.stop();
      await database.close();
    },
  };
}

/** ReadyForQuery, idle: the end of a response outside a transaction (PostgreSQL protocol, section 55.7). */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * Serialises connections, because PGlite has only one session. A connection holds it from its first message until it is
 * idle outside a transaction, or closed.
 */
function serveInTurns(pgPort: number, port: number): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>();
  let turns = Promise.resolve();
  const server = createServer((client) => {
    const backend = connect(pgPort, "127.0.0.1");
    let finish: (() => void) | null = null;
    const done = () => {
      finish?.();
      finish = null;
    };
    client.on("data", (request: Buffer) => {
      if (finish !== null) return void backend.write(request);
      // Data that arrives while waiting is sent afterwards, in order.
      client.pause();
      turns = turns.then(() => {
        client.resume();
        if (client.destroyed) return;
        const answered = new Promise<void>((resolve) => {
          finish = resolve;
        });
        backend.write(request);
        return answered;
      });
    });
    backend.on("data", (answer: Buffer) => {
      client.write(answer);
      if (answer.subarray(-IDLE.length).equals(IDLE)) done();
    });
    for (const [socket, counterpart] of [
      [client, backend],
      [backend, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => counterpart.destroy());
      socket.on("close", () => {
        open.delete(socket);
        counterpart.destroy();
        done();
      });
    }
  });
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve({ port: typeof address === "object" && address !== null ? address.port : port, close });
    });
  });
}
