/** PostgreSQL within this process: PGlite behind a port of this machine, for the demo and for tests without a server. */
import { connect, createServer, type Socket } from "node:net";

export interface EmbeddedPostgres {
  /** Whoever connects is its one user: it has no passwords, and so no rights to hold a till to */
  url: string;
  /** Ends every connection, and takes none until it is opened again */
  hangUp(): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts it. PGlite is no part of an installed till: where its package is missing this says so.
 * @param folder where its files are kept; null: in memory
 * @param port   0: any free one
 */
export async function startEmbedded(folder: string | null, port = 0): Promise<EmbeddedPostgres> {
  const { PGlite } = await import("@electric-sql/pglite");
  const { PGLiteSocketServer } = await import("@electric-sql/pglite-socket");
  const database = await (folder === null ? PGlite.create() : PGlite.create(folder));
  const behind = new PGLiteSocketServer({ db: database, port: 0, host: "127.0.0.1", maxConnections: 100 });
  await behind.start();
  const at = Number(behind.getServerConn().split(":").at(-1));
  let front = await serveInTurns(at, port);
  return {
    url: `postgres://postgres@127.0.0.1:${front.port}/postgres`,
    hangUp: () => front.close(),
    async open() {
      front = await serveInTurns(at, front.port);
    },
    async close() {
      front.close();
      await behind.stop();
      await database.close();
    },
  };
}

/** The end of an answer after which nothing is under way: ReadyForQuery, idle (PostgreSQL's protocol, section 55.7). */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * A port whose connections take turns: PGlite has one session, in which the steps of two questions must not mix. A turn
 * is from a question to the answer that leaves nothing under way, or to the connection's end.
 */
function serveInTurns(behind: number, port: number): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>();
  let turns = Promise.resolve();
  const server = createServer((client) => {
    const backend = connect(behind, "127.0.0.1");
    let finish: (() => void) | null = null;
    const done = () => {
      finish?.();
      finish = null;
    };
    client.on("data", (asked: Buffer) => {
      if (finish !== null) return void backend.write(asked);
      // What comes while it waits for its turn goes out after this, in order.
      client.pause();
      turns = turns.then(() => {
        client.resume();
        if (client.destroyed) return;
        const answered = new Promise<void>((resolve) => {
          finish = resolve;
        });
        backend.write(asked);
        return answered;
      });
    });
    backend.on("data", (answer: Buffer) => {
      client.write(answer);
      if (answer.subarray(-IDLE.length).equals(IDLE)) done();
    });
    for (const [one, other] of [
      [client, backend],
      [backend, client],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
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
