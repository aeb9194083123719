/**
 * PostgreSQL client for the chain's ledger. A till connects with its own role, which can only insert rows and read its
 * own position.
 */
// biome-ignore lint/plugin/connections: with the options of contract/integration/ledger.ts
import { Socket } from "node:net";
import type { Client, QueryResultRow } from "pg";
import { type LedgerConnection, statement } from "../../../contract/integration/ledger.ts";
import type { ChainPart, ChainPosition } from "../../accounting/reconciliation/chain-reading.ts";
import { jsonOf, storableText } from "./columns.ts";
import type { Position } from "./outbox.ts";
import type { Parcel } from "./parcel.ts";

/**
 * The last rows that the ledger holds for this till. `hash` is that of the last journal row, or null if none exists.
 */
export type LedgerPosition = Position & { hash: Buffer | null };

export interface TillState {
  version: string;
  timeZone: string;
  /** `04:00` */
  cutOff: string;
  queueDepth: number;
  /** ISO 8601 */
  queueOldest: string | null;
  behind: number;
  /** Code of a finding or a cause */
  error: string | null;
  /** SHA-256 of the active settings, hex */
  settings: string;
  shop: string | null;
  /** Public key (PEM) that verifies the signed journal ends */
  key: string;
}

/** The signed end of the journal that the ledger holds. `hash` and `signature` are hexadecimal. */
export interface SignedEnd {
  number: number;
  at: string;
  hash: string;
  signature: string;
}

export type LedgerClient = ReturnType<typeof clientOver>;

const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;

type Sql = <T extends QueryResultRow>(parts: TemplateStringsArray, ...values: unknown[]) => Promise<T[]>;

/**
 * Connects to the ledger. Loads the driver on demand, because most tills have no ledger.
 * @param closed closes the connection when aborted, even while connecting
 * @throws the error of PostgreSQL or the system
 */
export async function openLedgerClient(connection: LedgerConnection, till: string, closed?: AbortSignal) {
  // biome-ignore lint/plugin/connections: with the options of contract/integration/ledger.ts
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
  // The next statement reports the lost connection.
  client.on("error", () => undefined);
  await client.connect();
  return clientOver(client, till, socket);
}

function clientOver(client: Client, till: string, socket: Socket) {
  const sql: Sql = async <T extends QueryResultRow>(parts: TemplateStringsArray, ...values: unknown[]) =>
    (await client.query<T>(statement(parts, values))).rows;
  const months = new Set<string>();
  return {
    /** Returns null if the ledger has no till of this name for this role */
    async position(): Promise<LedgerPosition | null> {
      const [row] = await sql<LedgerPosition>`
        SELECT last_number::float8 AS entries, last_hash AS hash, last_booking::float8 AS bookings, last_z::float8 AS reports
        FROM till WHERE till = ${till}`;
      return row ?? null;
    },
    /** Inserts the whole page in one statement, or nothing */
    async send(parcel: Parcel) {
      const missing = parcel.months.filter((month) => !months.has(month));
      // Runs before the insert and separately, because it locks a table that all tills write to.
      for (const month of missing) await sql`SELECT make_month(${month})`;
      for (const month of missing) months.add(month);
      await client.query(parcel.insertion);
    },
    /** Resolves when the buffered data is written to the socket. Never resolves if the connection closes first. */
    written(): Promise<void> {
      // Over TLS this stream is not the underlying socket, which accepts all data at once.
      const { stream } = client.connection;
      return stream.writableNeedDrain ? new Promise((resolve) => stream.once("drain", resolve)) : Promise.resolve();
    },
    async reportState(state: TillState, end: SignedEnd | null) {
      await sql`SELECT tell_state(${till}, ${jsonOf(state)}, ${end && jsonOf(end)})`;
    },
    /**
     * Returns the entries of the service's list that the ledger has read since `after`, or null if its schema is too old.
     * @param posId the till's point of sale, which identifies the till's requests
     * @param after `through` of the previous part; 0 for the first
     */
    async requests(posId: string, after: number): Promise<ChainPart | null> {
      const part = await unlessMissing(async () => {
        await sql`SELECT tell_pos(${till}, ${storableText(posId)})`;
        return await sql<{ part: RequestsPart }>`SELECT requests_of(${till}, ${after}) AS part`;
      });
      return part?.[0] ? chainPartOf(part[0].part) : null;
    },
    /** Unvalidated settings that the ledger offers this till */
    async configurations(): Promise<unknown> {
      const [row] = await sql<{ signed: unknown }>`SELECT configurations_of(${till}) AS signed`;
      return row?.signed ?? [];
    },
    /** Returns the requests that belong to another till or to no known till */
    async othersAmong(tids: readonly string[]): Promise<string[]> {
      const [row] = await sql<{ others: string[] }>`
        SELECT requests_of_others(${till}, ${jsonOf(tids)}::json) AS others`;
      return row?.others ?? [];
    },
    /** Records in the ledger that this till differs from the registered one */
    async refuse(entry: number, because: string) {
      await sql`SELECT refuse_till(${till}, ${entry}, ${because})`;
    },
    /** Closes the connection immediately, even during a statement */
    close: (): void => void socket.destroy(),
  };
}

/** The ledger returns times in ISO 8601. */
type RequestsPart = Omit<ChainPart, "list"> & { list: (Omit<ChainPosition, "readTo"> & { readTo: string }) | null };

function chainPartOf({ own, through, list }: RequestsPart): ChainPart {
  return { own, through, list: list && { ...list, readTo: Date.parse(list.readTo) } };
}

/** PostgreSQL: undefined_function. */
const UNDEFINED_FUNCTION = "42883";

/** Skips functions that the ledger lacks: a till may be newer than its ledger until head office runs `init`. */
async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_FUNCTION) return null;
    throw error;
  }
}
