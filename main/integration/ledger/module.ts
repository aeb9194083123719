/** Connects the till to the chain's ledger, if configured. */
import { createHash } from "node:crypto";
import type { ShopTime } from "../../../contract/accounting/reports-time.ts";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { LedgerHealth } from "../../../contract/diagnostics/diagnostics.ts";
import { ledgerConnection } from "../../../contract/integration/ledger.ts";
import { chainReadingThrough, keepChainPart } from "../../accounting/reconciliation/chain-reading.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { storedSettings } from "../../storage/database/settings.ts";
import { type LedgerClient, openLedgerClient, type TillState } from "./client.ts";
import { codeOf, startLedgerFeed } from "./feed.ts";
import { openEndSigner } from "./journal-end.ts";
import { openOutbox } from "./outbox.ts";

export interface LedgerContext extends Pick<StorageContext, "clock" | "database" | "log" | "random" | "vault"> {
  settings: Pick<StoredSettings, "ledger" | "pos">;
  version: string;
  shop: ShopTime;
  shopName(): string;
  /** Unfinished operations; `oldestAt` in ms since the epoch */
  queue(): { depth: number; oldestAt: number | null };
  error(): string | null;
}

export interface LedgerModule {
  health(): LedgerHealth;
  /** Returns the requests that belong to another till or to no known till; empty if the ledger does not respond */
  othersAmong(tids: readonly string[]): Promise<readonly string[]>;
  /**
   * Settings that head office has published for this till.
   * @throws the error of PostgreSQL or the network
   */
  configurations(): Promise<unknown>;
  close(): Promise<void>;
}

const OFF: LedgerHealth = { state: "off", behind: 0, lastAt: null, detail: null };

const NO_LEDGER: LedgerModule = {
  health: () => OFF,
  othersAmong: async () => [],
  configurations: async () => [],
  close: async () => undefined,
};

/** Starts the feed; without a ledger there is nothing to start. */
export function ledgerModule(context: LedgerContext): LedgerModule {
  const { database, settings, vault } = context;
  const { ledger } = settings;
  if (!ledger) return { ...NO_LEDGER };
  const closing = new AbortController();
  const connect = () => {
    const connection = ledgerConnection(ledger.url, ledger.ca, vault.get("ledgerPassword"));
    return openLedgerClient(connection, ledger.till, closing.signal);
  };
  const feed = startLedgerFeed({
    ...context,
    till: ledger.till,
    outbox: openOutbox(database),
    signer: openEndSigner(vault),
    connect,
    describe: () => stateOf(context),
    posId: settings.pos.id,
    requests: {
      through: () => chainReadingThrough(database),
      keep: (part) => keepChainPart(database, part),
    },
  });
  const ask = separateQuery(context, connect);
  return {
    ...feed,
    close() {
      // Do not wait for a ledger that accepts connections but does not respond.
      closing.abort();
      return feed.close();
    },
    configurations: () => ask((client) => client.configurations()),
    async othersAmong(tids) {
      try {
        return await ask((client) => client.othersAmong(tids));
      } catch (error) {
        context.log.warn({ reason: codeOf(error) }, "the chain's ledger did not return the owners of requests");
        return [];
      }
    },
  };
}

/** Timeout of interactive queries. */
const ASKED_MS = 5000;

/**
 * Runs one query on a separate connection, because the feed's connection is busy with pages.
 * @throws if the query fails or times out
 */
function separateQuery({ clock }: LedgerContext, connect: () => Promise<LedgerClient>) {
  return async <T>(put: (client: LedgerClient) => Promise<T>): Promise<T> => {
    const settled = new AbortController();
    const timeout = clock.sleep(ASKED_MS, settled.signal).then((): never => {
      throw new Error("no answer in time");
    });
    timeout.catch(() => undefined);
    const ask = async () => {
      const client = await connect();
      return await Promise.race([put(client), timeout]).finally(() => client.close());
    };
    try {
      return await Promise.race([ask(), timeout]);
    } finally {
      settled.abort();
    }
  };
}

function stateOf(context: LedgerContext): Omit<TillState, "behind" | "key"> {
  const { database, error, queue, shop, shopName, version } = context;
  const { depth, oldestAt } = queue();
  return {
    version,
    timeZone: shop.timeZone,
    cutOff: shop.cutOff,
    queueDepth: depth,
    queueOldest: isoOrNull(oldestAt),
    error: error(),
    settings: createHash("sha256")
      .update(JSON.stringify(storedSettings(database)))
      .digest("hex"),
    shop: shopName() || null,
  };
}
