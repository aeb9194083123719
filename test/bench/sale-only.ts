/**
 * A server that only commits a sale's rows for each request, on bare node:http; a peer of the till's bridge. Runs as a
 * separate process with a database, the rows and the length of a response; prints its port.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { deserialize } from "node:v8";
import Sqlite from "better-sqlite3";
import { saleWriter } from "./sale-rows.ts";

const [path = "", rows = "", length = ""] = process.argv.slice(2);
const database = new Sqlite(path);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
// The same setting as a till's.
database.pragma("wal_autocheckpoint = 0");
database.pragma("secure_delete = ON");
const write = saleWriter(database, deserialize(readFileSync(rows)));
const answer = JSON.stringify({ ok: true, value: "x".repeat(Number(length)) });
const head = { "content-type": "application/json", "content-length": answer.length };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    write();
    response.writeHead(200, head).end(answer);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
