/** The chain's PostgreSQL as a till uses it: by its own role, which inserts, and reads its own last numbers alone. */
import { Socket } from "node:net";
import type { Client, QueryResultRow } from "pg";
import { type LedgerConnection, statement } from "../../../contract/ledger.ts";
import type { ChainPart, ChainPosition } from "../../accounting/reconciliation/chain-reading.ts";
import { jsonOf, storable } from "./columns.ts";
import type { Position } from "./outbox.ts";
import type { Parcel } from "./parcel.ts";

/** How far the ledger is with this till, and the hash of the journal's row there; null before the first. */
export interface LedgerPosition extends Position {
  hash: Buffer | null;
}

/** How the till is, for the ledger's `till` row. */
export interface TillState {
  version: string;
  timeZone: string;
  /** `04:00` */
  cutOff: string;
  queueDepth: number;
  /** ISO 8601 */
  queueOldest: string | null;
  behind: number;
  /** A finding's or a cause's code */
  error: string | null;
  /** SHA-256 of the settings in force, hex */
  settings: string;
  shop: string | null;
  /** PEM: what the ends of the journal are signed with */
  key: string;
}

/** The end of the journal as far as the ledger has it, signed; `hash` and `signature` in hexadecimal digits. */
export interface SignedEnd {
  number: number;
  at: string;
  hash: string;
  signature: string;
}

export interface LedgerClient {
  /** Null: the ledger has no till of this name that this role is */
  position(): Promise<LedgerPosition | null>;
  /** All of a page, or nothing of it */
  send(parcel: Parcel): Promise<void>;
  /** Once what was asked so far has left the program. Never, where the connection ends meanwhile. */
  written(): Promise<void>;
  tell(state: TillState, end: SignedEnd | null): Promise<void>;
  /**
   * What the ledger has read of the service's list since.
   * @param posId the till's point of sale, by which the ledger knows whose a request is
   * @param after `through` of the part before; 0: from the first on
   * @returns null where head office has not brought the ledger up to that
   */
  requests(posId: string, after: number): Promise<ChainPart | null>;
  /** Settings that the ledger offers this till, which nothing has checked yet */
  configurations(): Promise<unknown>;
  /** Which of these requests are another till's, or nobody's */
  othersAmong(tids: readonly string[]): Promise<string[]>;
  /** Writes down there that this till is not the one that the ledger knows */
  refuse(entry: number, because: string): Promise<void>;
  /** Hangs up, whatever is under way */
  close(): void;
}

const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;

/** Asks one statement: a template whose values go apart from its text. @returns its rows */
type Sql = <T extends QueryResultRow>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<T[]>;

/**
 * Connects. The driver is loaded here: no till without a ledger needs it.
 * @param closed hangs up when it is aborted, also while it is still connecting
 * @throws what PostgreSQL or the system says
 */
export async function openLedgerClient(
  connection: LedgerConnection,
  till: string,
  closed?: AbortSignal,
): Promise<LedgerClient> {
  const { default: pg } = await import("pg");
  const socket = new Socket(closed && { signal: closed });
  const client: Client = new pg.Client({
    ...connection,
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: "till",
    options: "-c TimeZone=UTC",
  });
  // A connection that ends while nothing is asked: the next question says so.
  client.on("error", () => undefined);
  await client.connect();
  return clientOver(client, till, socket);
}

function clientOver(client: Client, till: string, socket: Socket): LedgerClient {
  const sql: Sql = async <T extends QueryResultRow>(parts: TemplateStringsArray, ...values: unknown[]) =>
    (await client.query<T>(statement(parts, values))).rows;
  const months = new Set<string>();
  return {
    async position() {
      const [row] = await sql<LedgerPosition>`
        SELECT last_number::float8 AS entries, last_hash AS hash, last_booking::float8 AS bookings, last_z::float8 AS reports
        FROM till WHERE till = ${till}`;
      return row ?? null;
    },
    async send(parcel) {
      const missing = parcel.months.filter((month) => !months.has(month));
      // Apart from the rows: it locks what all tills write to, and must be over at once.
      for (const month of missing) await sql`SELECT make_month(${month})`;
      for (const month of missing) months.add(month);
      await client.query(parcel.insertion);
    },
    written() {
      // Over TLS it is another than the socket below it, which takes all at once.
      const { stream } = client.connection;
      return stream.writableNeedDrain ? new Promise((resolve) => stream.once("drain", resolve)) : Promise.resolve();
    },
    async tell(state, end) {
      await sql`SELECT tell_state(${till}, ${jsonOf(state)}, ${end && jsonOf(end)})`;
    },
    async requests(posId, after) {
      const part = await unlessMissing(async () => {
        await sql`SELECT tell_pos(${till}, ${storable(posId)})`;
        return await sql<{ part: RequestsPart }>`SELECT requests_of(${till}, ${after}) AS part`;
      });
      return part?.[0] ? chainPartOf(part[0].part) : null;
    },
    async configurations() {
      const [row] = await sql<{ signed: unknown }>`SELECT configurations_of(${till}) AS signed`;
      return row?.signed ?? [];
    },
    async othersAmong(tids) {
      const [row] = await sql<{ others: string[] }>`
        SELECT requests_of_others(${till}, ${jsonOf(tids)}::json) AS others`;
      return row?.others ?? [];
    },
    async refuse(entry, because) {
      await sql`SELECT refuse_till(${till}, ${entry}, ${because})`;
    },
    close: () => void socket.destroy(),
  };
}

/** As the ledger answers it: times in ISO 8601. */
type RequestsPart = Omit<ChainPart, "list"> & { list: (Omit<ChainPosition, "readTo"> & { readTo: string }) | null };

function chainPartOf({ own, through, list }: RequestsPart): ChainPart {
  return { own, through, list: list && { ...list, readTo: Date.parse(list.readTo) } };
}

/** PostgreSQL's code for a function that is not there. */
const UNDEFINED_FUNCTION = "42883";

/** A till may be newer than its ledger, until head office runs `init`: what is not there yet is left alone. */
async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_FUNCTION) return null;
    throw error;
  }
}
