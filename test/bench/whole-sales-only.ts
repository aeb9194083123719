/**
 * A program that only makes whole sales, on bare node:http, node:https, node:crypto, undici and better-sqlite3; the
 * peer of a till without a rate limit. It commits, signs, sends and verifies in the till's order, without checks,
 * queries, retries or screens. It omits the signatures of the books, which the till makes in batches in the background.
 * Runs as a separate process with a till's empty database, the rows of a starting sale, a provisioning file, and a
 * certificate and its key; prints its port.
 */
import { createPrivateKey, createPublicKey, hash, randomBytes, sign, verify } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { deserialize } from "node:v8";
import Sqlite from "better-sqlite3";
import { Pool } from "undici";
import { saleWriter } from "./sale-rows.ts";

const [path = "", rowsFile = "", provisioning = "", certFile = "", keyFile = ""] = process.argv.slice(2);
const { service, pos, currency } = JSON.parse(readFileSync(provisioning, "utf8"));
const privateKey = createPrivateKey(readFileSync(service.auth.privateKeyFile));
const publicKey = createPublicKey(readFileSync(service.publicKeyFile));
const MEDIA_TYPE = "application/vnd.svc.api.merchant.v1+json";
const API = "/merchant/v1";
/** The till's own checkpoint interval. */
const COMMITS_PER_CHECKPOINT = 32;
/** Placeholder for the hash of a journal row: only its length matters. */
const HASH = randomBytes(32);
/** Fields of every operation in the journal. */
const OPERATION = { additionalAmount: 0, reason: null };

const database = new Sqlite(path);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.pragma("wal_autocheckpoint = 0");
database.pragma("secure_delete = ON");
const begin = saleWriter(database, deserialize(readFileSync(rowsFile)));
const statements = new Map<string, Sqlite.Statement>();
const transaction = database.transaction((work: () => void) => work());
const pool = new Pool(service.baseUrl, { connections: 40, pipelining: 1 });
const creations = new Map<string, Promise<void>>();
const windows = new Set<ServerResponse>();
let commits = 0;

const receiver = createSecureServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) =>
  read(request, (body) => receive(request, response, body)),
);
const callbackUri = `https://127.0.0.1:${await portOf(receiver)}/callbacks/${randomBytes(16).toString("hex")}`;
await send("POST", "/pos/", pos);
const bridge = createServer((request, response) => {
  if (request.method === "POST") read(request, (body) => start(response, JSON.parse(body.toString())));
  else listen(response);
});
process.stdout.write(`${await portOf(bridge)}\n`);

/** Commits to disk before returning. */
function commit(work: (now: number) => void): void {
  transaction.immediate(() => work(Date.now()));
  commits += 1;
  if (commits % COMMITS_PER_CHECKPOINT === 0) database.pragma("wal_checkpoint(PASSIVE)");
}

/** Runs a statement, prepared once. */
function run(sql: string, values: object): void {
  const statement = statements.get(sql) ?? database.prepare(sql);
  statements.set(sql, statement);
  statement.run(values);
}

function insert(table: string, row: object): void {
  const columns = Object.keys(row);
  run(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (@${columns.join(", @")})`, row);
}

function note(at: number, pos_tid: string, event: string, data: object): void {
  insert("journal", { at, event, pos_tid, data: JSON.stringify(data), hash: HASH });
}

/** Notifies a window of every changed payment. */
function listen(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  windows.add(response);
  response.once("close", () => windows.delete(response));
}

/** `payment.start`: stored on disk before the response; the request is sent after that. */
function start(response: ServerResponse, { amount, customer }: { amount: number; customer: { value: string } }): void {
  const { posTid, id } = begin();
  respond(response, { ok: true, value: { posTid, shown: "x".repeat(1000) } });
  creations.set(posTid, create(posTid, id, amount, customer.value));
}

async function create(posTid: string, id: string, amount: number, customer: string): Promise<void> {
  lease(id);
  const asked = { action: "SALE", allow_credit: true, amount, callback_uri: callbackUri, currency, customer };
  const named = { expires_in: 300, pos_id: pos.id, pos_tid: posTid, text: "Rosa lunde" };
  const made = await send("POST", "/payment_request/", { ...asked, ...named });
  const tid = JSON.parse(made.received).id;
  commit((now) => {
    const values = { tid, now, posTid };
    run("UPDATE payment SET tid = @tid, phase = 'waiting', modified_at = @now WHERE pos_tid = @posTid", values);
    settle(id, { posTid, kind: "create", amount: null }, [made], now);
    run("UPDATE operation SET body = x'', fingerprint = x'' WHERE id = @id", { id });
    note(now, posTid, "phase.changed", { attention: null, from: "queued", to: "waiting" });
  });
  // A first poll, which nothing waits for.
  void send("GET", `/payment_request/${tid}/outcome/`);
}

/** A callback: its content and the resulting capture are on disk before the response. */
function receive(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const fingerprint = verified(request, body);
  const { meta, object } = JSON.parse(body.toString());
  const { pos_tid: posTid, tid, amount, status, status_code: statusCode, customer } = object;
  const isCaptured = status === "ok";
  const [from, phase] = isCaptured ? ["authorised", "captured"] : ["waiting", "authorised"];
  const id: string = isCaptured ? object.captures[0].id : randomBytes(10).toString("hex");
  const capture = { action: "CAPTURE", additional_amount: 0, amount, capture_id: id, currency };
  const amounts = { amount, additional_amount: 0 };
  commit((now) => {
    const outcome = JSON.stringify({ ...object, attachment_uri: undefined });
    const values = {
      phase,
      outcome,
      captured: isCaptured ? amount : 0,
      reserved: isCaptured ? 0 : amount,
      now,
      posTid,
    };
    run(
      `UPDATE payment SET phase = @phase, outcome = @outcome, authorised_seen = 1, captured_total = @captured,
         reserved = @reserved, modified_at = @now WHERE pos_tid = @posTid`,
      values,
    );
    note(now, posTid, `outcome.${status}`, { customer, source: "callback", statusCode });
    insert("exchange", { pos_tid: posTid, kind: "callback", at: now, last_at: now, received: kept(body.toString()) });
    if (isCaptured) {
      insert("movement", { pos_tid: posTid, kind: "capture", position: 0, id, ...amounts, seen_at: now });
      note(now, posTid, "money.captured", { additionalAmount: 0, amount, id });
    } else {
      const bytes = Buffer.from(JSON.stringify(capture));
      const asked = { id, pos_tid: posTid, sequence: 2, kind: "capture", body: bytes, fingerprint: digestOf(bytes) };
      insert("operation", { ...asked, ...amounts, state: "ready", due_at: now, created_at: now });
      note(now, posTid, "operation.requested", { ...OPERATION, amount, automatic: true, id, kind: "capture" });
    }
    const booked = { kind: isCaptured ? "capture" : "approved", id: isCaptured ? id : null, currency, ...amounts };
    insert("booking", { period: 1, at: now, pos_tid: posTid, ...booked, transaction_fee: 1, interchange_fee: 0 });
    note(now, posTid, "phase.changed", { attention: null, from, to: phase });
    const message = { meta_id: meta.id, event: meta.event, verdict: "applied", fingerprint };
    insert("callback", { ...message, received_at: now });
  });
  respond(response, {});
  const event = JSON.stringify({ type: "payment.changed", payment: { posTid, phase } });
  for (const window of windows) window.write(`data: ${event}\n\n`);
  if (!isCaptured) void take(posTid, tid, capture);
}

/** Captures an approved payment. */
async function take(posTid: string, tid: string, content: { amount: number; capture_id: string }): Promise<void> {
  const { amount, capture_id: id } = content;
  // Operations of a payment are sequential.
  await creations.get(posTid);
  creations.delete(posTid);
  lease(id);
  const put = await send("PUT", `/payment_request/${tid}/`, content);
  commit((now) => {
    settle(id, { posTid, kind: "capture", amount }, [put], now);
    run("UPDATE payment SET modified_at = @now WHERE pos_tid = @posTid", { now, posTid });
  });
}

/** Stores on disk that an operation is being sent, before sending it. */
function lease(id: string): void {
  commit((now) =>
    run("UPDATE operation SET state = 'sending', attempts = attempts + 1, sent_at = @now WHERE id = @id", { now, id }),
  );
}

/** Completes an operation inside a commit. */
function settle(
  id: string,
  { posTid, kind, amount }: { posTid: string; kind: string; amount: number | null },
  exchanges: readonly object[],
  now: number,
): void {
  run("UPDATE operation SET state = 'done', settled_at = @now WHERE id = @id", { now, id });
  note(now, posTid, "operation.done", { ...OPERATION, amount, attempts: 1, because: null, id, kind });
  for (const one of exchanges)
    insert("exchange", { pos_tid: posTid, operation_id: id, kind: "request", at: now, last_at: now, ...one, ms: 30 });
}

/** Signs and sends. @returns the request and its response as stored @throws when the service refused */
async function send(method: "GET" | "POST" | "PUT", name: string, content?: object) {
  const sent = content === undefined ? null : JSON.stringify(content);
  const headers = {
    "X-Svc-Content-Digest": `SHA256=${digestOf(sent ?? "").toString("base64")}`,
    "X-Svc-Merchant": service.merchant,
    "X-Svc-Timestamp": new Date().toISOString().slice(0, 19).replace("T", " "),
    "X-Svc-User": service.user,
  };
  const signed = `${method}|${service.baseUrl}${API}${name}|${pairsOf(Object.entries(headers))}`;
  const authorization = `RSA-SHA256 ${sign("sha256", Buffer.from(signed), privateKey).toString("base64")}`;
  const { statusCode: status, body } = await pool.request({
    method,
    path: API + name,
    headers: { ...headers, authorization, accept: MEDIA_TYPE, "content-type": "application/json" },
    body: sent,
  });
  const received = await body.text();
  if (status >= 300) throw new Error(`${method} ${name}: ${status} ${received}`);
  return { method, path: API + name, sent, status, received: kept(received) };
}

/** Redacts the attachment address, as the till does before it stores a response. */
function kept(received: string): string {
  return received.replace(/"attachment_uri":"[^"]*"/, '"attachment_uri":"[redacted]"');
}

/** @returns a callback's digest @throws unless it is signed by the service */
function verified({ headers, url }: IncomingMessage, body: Buffer): Buffer {
  const digest = digestOf(body);
  const names = ["x-svc-content-digest", "x-svc-merchant", "x-svc-timestamp"];
  const signed = `POST|${new URL(url ?? "", callbackUri).href}|${pairsOf(names.map((name) => [name, headers[name]]))}`;
  const signature = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64");
  const isWhole = headers["x-svc-content-digest"] === `SHA256=${digest.toString("base64")}`;
  if (!isWhole || !verify("sha256", Buffer.from(signed), publicKey, signature)) throw new Error("not the service's");
  return digest;
}

function pairsOf(headers: readonly (readonly [string, unknown])[]): string {
  return headers.map(([name, value]) => `${name.toUpperCase()}=${value}`).join("&");
}

function digestOf(bytes: Buffer | string): Buffer {
  return hash("sha256", bytes, "buffer");
}

function read(request: IncomingMessage, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => then(Buffer.concat(chunks)));
}

function respond(response: ServerResponse, content: object): void {
  const text = JSON.stringify(content);
  response.writeHead(200, { "content-type": "application/json", "content-length": text.length }).end(text);
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
