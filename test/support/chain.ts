/** A chain's ledger with sample shops, tills, payments and Zs, for tests and screenshots of head office's page. */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Ledger, openLedger, type Sql } from "../../ledger/database.ts";
import { startPostgres } from "./postgres.ts";

export interface ChainSize {
  tills: number;
  shops: number;
  /** Payments per till and day: today, and the same weekday a week ago */
  payments: number;
}

const SHOPS = ["Grünerløkka", "Vika", "Majorstuen", "Sagene", "Frogner", "Torshov", "Bislett", "Tøyen", "Grønland"];
const AMOUNTS = [3900, 4500, 7900, 14_900, 23_700, 5200, 34_750];
const ZONE = "Europe/Oslo";
/** Hours of the day's sales, starting at eight. */
const RUSH = [8, 9, 9, 10, 11, 11, 12, 12, 12, 13, 13, 14, 15, 15, 16, 16, 16, 17, 17, 18, 19];

/** Returns the name of the till with an index, from 0: `kasse-001` */
export function tillAt(at: number): string {
  return `kasse-${String(at + 1).padStart(3, "0")}`;
}

/** Returns the shop of the till with an index. */
export function shopAt(at: number, shops: number): string {
  const shop = at % shops;
  const name = SHOPS[shop % SHOPS.length] ?? "";
  return shop < SHOPS.length ? name : `${name} ${Math.floor(shop / SHOPS.length) + 1}`;
}

/** Fills an empty ledger with head office's rights: a week-old Z for each till, and the current day. */
async function fillChain(ledger: Ledger, { tills, shops, payments }: ChainSize): Promise<void> {
  const states = Array.from({ length: tills }, (_, at) => stateOf(at, shops));
  await ledger`INSERT INTO till (till, role, shop, last_seen, version, time_zone, cut_off, queue_depth, queue_oldest, behind, error,
      refused_at, refused_because)
    SELECT till, 'till_' || till, shop, now() - silent * interval '1 second', version, ${ZONE}, '04:00', queue,
      CASE WHEN queue > 0 THEN now() - interval '23 minutes' END, behind, error,
      CASE WHEN refused IS NOT NULL THEN now() END, refused
    FROM json_to_recordset(${JSON.stringify(states)}::json) AS s (till text, shop text, silent integer, version text, queue integer,
      behind bigint, error text, refused text)`;
  for (const daysAgo of [7, 0]) await fillDay(ledger, { tills, payments, daysAgo });
}

/** About every seventh till has a warning. */
function stateOf(at: number, shops: number) {
  const well = { silent: 20 + (at % 37), version: "0.1.0", queue: 0, behind: 0, error: null, refused: null };
  const wrong = [
    { silent: 9000 },
    { queue: 4, error: "service_offline" },
    { error: "printer_error", version: "0.0.9" },
    { refused: "entry 812 has another hash: a backup was restored, or the file is another's" },
  ];
  const own = at % 7 === 3 ? wrong[Math.floor(at / 7) % wrong.length] : {};
  return { till: tillAt(at), shop: shopAt(at, shops), ...well, ...own };
}

interface Day {
  tills: number;
  payments: number;
  daysAgo: number;
}

async function fillDay(ledger: Ledger, { tills, payments, daysAgo }: Day): Promise<void> {
  const period = daysAgo === 0 ? 2 : 1;
  const told = Array.from({ length: tills * payments }, (_, at) =>
    paymentOf(at % tills, Math.floor(at / tills), period),
  );
  const rows = JSON.stringify(told.map((payment) => ({ ...payment, hash: hashOf(payment.pos_tid) })));
  await ledger.begin(async (sql) => {
    await sql`CREATE TEMPORARY TABLE told ON COMMIT DROP AS
      SELECT r.*, ((now() AT TIME ZONE ${ZONE} - interval '4 hours')::date - ${daysAgo}::integer
        + minute * interval '1 minute') AT TIME ZONE ${ZONE} AS at
      FROM json_to_recordset(${rows}::json) AS r (till text, place bigint, pos_tid text, number text, amount bigint,
        tip bigint, minute integer, phase text, late text, period bigint, hash text)`;
    await sql`SELECT make_month(at::date) FROM (SELECT DISTINCT date_trunc('month', at) AS at FROM told) months`;
    await sql`INSERT INTO payment (till, pos_tid, number, action, amount, additional_amount, currency, phase, captured_total,
        captured_additional, refunded_total, reserved, unlisted, attention, late, late_since, tid, reference, taken_by,
        created_at, modified_at, change)
      SELECT till, pos_tid, number, CASE phase WHEN 'authorised' THEN 'AUTH' ELSE 'SALE' END, amount, tip, 'NOK', phase,
        CASE phase WHEN 'authorised' THEN 0 ELSE amount + tip END, tip,
        CASE phase WHEN 'refunded' THEN amount + tip ELSE 0 END, CASE phase WHEN 'authorised' THEN amount ELSE 0 END, false,
        NULL, late, CASE WHEN late IS NOT NULL THEN at END, 'tid-' || number, 'order-' || number, 'Kari', at, at, 1
      FROM told`;
    await sql`INSERT INTO booking (till, number, period, at, pos_tid, kind, id, currency, amount, additional_amount,
        transaction_fee, interchange_fee, actor)
      SELECT t.till, t.last_booking + row_number() OVER (PARTITION BY t.till ORDER BY place, kind), period, at, pos_tid, kind,
        kind || pos_tid, 'NOK', amount, tip, 0, 0, 'Kari'
      FROM told JOIN till t USING (till) CROSS JOIN (VALUES ('capture'), ('refund')) kinds (kind)
      WHERE phase <> 'authorised' AND (kind = 'capture' OR phase = 'refunded')`;
    await sql`INSERT INTO journal_entry (till, number, at, event, pos_tid, actor, data, hash)
      SELECT t.till, t.last_number + row_number() OVER (PARTITION BY t.till ORDER BY place, step),
        at + (step - 4) * interval '2 seconds', event, pos_tid, CASE step WHEN 1 THEN 'Kari' END,
        replace(data, 'AMOUNT', amount::text)::json, decode(hash, 'hex')
      FROM told JOIN till t USING (till) CROSS JOIN (VALUES
        (1, 'payment.started', '{"amount":AMOUNT,"action":"SALE","actor":"Kari"}'),
        (2, 'operation.done', '{"kind":"create"}'), (3, 'outcome.ok', '{}'),
        (4, 'money.captured', '{"amount":AMOUNT}')) steps (step, event, data)`;
    if (period === 1) await closeDay(sql);
  });
}

/** Closes the day of every till. The third is 100 too high, and the fifth accepted a difference. */
async function closeDay(sql: Sql): Promise<void> {
  await sql`INSERT INTO z_report (till, number, from_at, to_at, currency, captured, refunded, net, data, through, hash)
    SELECT till, 1, min(at) - interval '1 hour', max(at) + interval '1 hour', 'NOK', captured, refunded, captured - refunded,
      json_build_object('tips', tips, 'fees', 0, 'comparison', json_build_object('state', 'compared'), 'decisions',
        CASE till WHEN ${tillAt(4)} THEN '[{"difference":{"kind":"amounts"}}]'::json ELSE '[]'::json END), through, decode('00', 'hex')
    FROM (SELECT b.till, b.at, sum(CASE kind WHEN 'capture' THEN amount + additional_amount ELSE 0 END) OVER own
          + CASE b.till WHEN ${tillAt(2)} THEN 10000 ELSE 0 END AS captured,
        sum(CASE kind WHEN 'refund' THEN amount + additional_amount ELSE 0 END) OVER own AS refunded,
        sum(CASE kind WHEN 'capture' THEN additional_amount ELSE 0 END) OVER own AS tips, max(number) OVER own AS through
      FROM booking b WHERE period = 1 WINDOW own AS (PARTITION BY b.till)) closed
    GROUP BY till, captured, refunded, tips, through`;
}

function paymentOf(till: number, place: number, period: number) {
  const seed = till * 7919 + place * 104_729 + period * 31;
  const number = `K${String(till + 1).padStart(3, "0")}-${String((period - 1) * 1000 + place + 1).padStart(4, "0")}`;
  const isOpen = period === 2 && place === 1 && till % 5 === 0;
  const isRefunded = place === 2 && till % 3 === 0;
  return {
    till: tillAt(till),
    place,
    pos_tid: `${number}-korg-fjell-elv`,
    number,
    amount: AMOUNTS[seed % AMOUNTS.length],
    tip: seed % 11 === 0 ? 1000 : 0,
    minute: (RUSH[seed % RUSH.length] ?? 12) * 60 + (seed % 60),
    phase: isOpen ? "authorised" : isRefunded ? "refunded" : "captured",
    late: period === 2 && place === 3 && till === 1 ? "after_abort" : null,
    period,
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const PROGRAMS = join(import.meta.dirname, "../../out/main");

/** `npm run office` as a separate process. */
export interface OfficeProcess extends AsyncDisposable {
  /** URL of the page, with its token */
  url: string;
}

/** Starts the built program. @throws with its output when it exits before it is ready */
export async function startOffice(args: readonly string[]): Promise<OfficeProcess> {
  const child = spawn(process.execPath, [join(PROGRAMS, "office.js"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  child.stderr.on("data", (chunk) => lines.push(String(chunk)));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, address] = /^office ready (\S+)$/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then((code) => reject(new Error(`the office ended with ${code}: ${lines.join("")}`)));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export interface TestChain extends AsyncDisposable {
  ledger: Ledger;
  /** Address of the database, with head office's rights */
  databaseUrl: string;
  /** URL of the page, with its token */
  url: string;
  /** Disconnects the database, or reconnects it. */
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
}

/** Starts a ledger with a chain, and head office's page on it. The programs must be built. */
export async function startChain(size: ChainSize): Promise<TestChain> {
  const opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgres());
  // Asynchronous, because the database may run in this process.
  await promisify(execFile)(process.execPath, [join(PROGRAMS, "ledger.js"), "init", "--url", server.url]);
  const ledger = openLedger(server.url, null);
  opened.defer(() => ledger.end());
  if (size.tills > 0) await fillChain(ledger, size);
  const office = opened.use(await startOffice(["--url", server.url]));
  return {
    ledger,
    databaseUrl: server.url,
    url: office.url,
    disconnect: server.kill,
    reconnect: server.start,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
