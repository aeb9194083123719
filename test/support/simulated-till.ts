/**
 * A till without screens: real tables, store and bookings with the sandbox's outcomes, and the real feed of the chain's
 * ledger. Hundreds fit into one process.
 */
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import type { LedgerHealth } from "../../contract/diagnostics/diagnostics.ts";
import { createBookings } from "../../main/accounting/periods/bookings.ts";
import { type LedgerModule, ledgerModule } from "../../main/integration/ledger/module.ts";
import { type Clock, systemClock } from "../../main/lib/clock.ts";
import { readOutcome } from "../../main/payments/outcome.ts";
import { operations } from "../../main/payments/queue/operations.ts";
import { paymentRows } from "../../main/payments/rows.ts";
import { createPaymentStore } from "../../main/payments/store.ts";
import { closeDatabase } from "../../main/storage/database/database.ts";
import { newDatabase } from "./database.ts";
import { temporaryFolder } from "./folder.ts";
import { looseJournal } from "./loose-journal.ts";
import { createdId, type MerchantClient } from "./sandbox.ts";
import { CUSTOMER, phoneOf } from "./test-till.ts";
import { testVault } from "./vault.ts";

export interface SimulatedTill extends AsyncDisposable {
  name: string;
  /** The service's ids of its sales */
  tids: string[];
  /** Sells an amount and refunds part of it. The customer approves at once. */
  sell(amount: number, refund: number): Promise<void>;
  /** Kills the feed at any point and starts another on the same tables, as after a power cut. */
  killFeed(): Promise<void>;
  health(): LedgerHealth;
  /** Number of rows in its journal */
  entries(): number;
  bookings(): number;
}

export interface SimulatedTillPorts {
  name: string;
  client: MerchantClient;
  phoneUrl: { url: string };
  /** URL with its role, as printed by `till add` */
  ledgerUrl: string;
  /** Clock of the feed, which scales its pauses */
  clock: Clock;
}

/** Registers a point of sale, and starts the till's feed. */
export async function startSimulatedTill({
  name,
  client,
  phoneUrl,
  ledgerUrl,
  clock,
}: SimulatedTillPorts): Promise<SimulatedTill> {
  const folder = temporaryFolder();
  const database = newDatabase(join(folder.path, "till.db"));
  // Hundreds share a disk, and none of them tests power cuts.
  database.pragma("synchronous = OFF");
  const vault = testVault(folder.path);
  const tables = { rows: paymentRows(database), operations: operations(database) };
  const bookings = createBookings(database);
  const journal = looseJournal(database);
  const store = createPaymentStore({
    ...tables,
    database,
    bookings,
    journal,
    clock: systemClock,
    onChange: () => undefined,
  });
  const wire = await startCuttable(new URL(ledgerUrl));
  const own = new URL(ledgerUrl);
  vault.put("ledgerPassword", decodeURIComponent(own.password));
  own.password = "";
  own.port = String(wire.port);
  const start = (): LedgerModule =>
    ledgerModule({
      clock,
      database,
      log: pino({ level: "silent" }),
      random: Math.random,
      vault,
      settings: {
        ledger: { url: own.href, till: name, ca: null },
        pos: { id: name, name, type: "store", location: null },
      },
      version: "test",
      shop: { timeZone: "Europe/Oslo", cutOff: "04:00" },
      shopName: () => "Simulated",
      queue: () => ({ depth: 0, oldestAt: null }),
      error: () => null,
    });
  let feed = start();
  await client.post("/pos/", { id: name, name, type: "store" });
  const phone = phoneOf(phoneUrl);
  const count = (table: string) =>
    Number(database.prepare(`SELECT coalesce(max(sequence), 0) FROM ${table}`).pluck().get());
  const applyOutcome = async (posTid: string, tid: string) => {
    const outcome = readOutcome((await client.get(`/payment_request/${tid}/outcome/`)).body);
    if (outcome === null) throw new Error("no outcome");
    store.commit(posTid, (now) => store.applyOutcome(posTid, outcome, "poll", now));
  };
  const self: SimulatedTill = {
    name,
    tids: [],
    async sell(amount, refund) {
      const sequence = store.rows.highestSequence() + 1;
      const posTid = `${name}-${sequence}`;
      store.create(
        (now) => ({ ...BLANK, lines: [], posTid, sequence, number: `${name}-${sequence}`, amount, createdAt: now }),
        (_row, now) => journal.append({ event: "payment.started", posTid, data: { amount } }, now),
      );
      const request = {
        action: "SALE",
        allow_credit: true,
        amount,
        currency: "NOK",
        customer: CUSTOMER,
        pos_id: name,
        pos_tid: posTid,
      };
      const tid = createdId(await client.post("/payment_request/", request));
      self.tids.push(tid);
      await phone.approve(tid);
      await applyOutcome(posTid, tid);
      if (refund === 0) return;
      const id = `r${sequence}`;
      const body = { action: "REFUND", refund_id: id, amount: refund, currency: "NOK" };
      store.commit(posTid, (now) =>
        store.enqueue({ id, posTid, kind: "refund", body: Buffer.from(JSON.stringify(body)), amount: refund }, {}, now),
      );
      const { status, text } = await client.put(`/payment_request/${tid}/`, body);
      if (status !== 204) throw new Error(`the refund: ${status} ${text}`);
      store.commit(posTid, (now) => store.operations.settle(id, { state: "done" }, now));
      await applyOutcome(posTid, tid);
    },
    async killFeed() {
      wire.cut();
      await feed.close();
      feed = start();
    },
    health: () => feed.health(),
    entries: () => count("journal"),
    bookings: () => count("booking"),
    async [Symbol.asyncDispose]() {
      await feed.close();
      wire.close();
      closeDatabase(database);
      vault.close();
      folder[Symbol.dispose]();
    },
  };
  return self;
}

const BLANK = {
  reference: null,
  attempt: null,
  requestDigest: null,
  action: "SALE",
  currency: "NOK",
  additionalAmount: 0,
  additionalEdit: false,
  text: null,
  scope: null,
  scopeText: null,
  addresses: {},
  customer: null,
  qr: null,
  codeUntil: null,
  takenOffline: false,
  takenBy: null,
  register: null,
} as const;

/** Starts a TCP relay to PostgreSQL that can be cut. */
function startCuttable(to: URL): Promise<{ port: number; cut(): void; close(): void }> {
  const open = new Set<Socket>();
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const close = () => {
        server.close();
        cut();
      };
      resolve({ port, cut, close });
    });
  });
}
