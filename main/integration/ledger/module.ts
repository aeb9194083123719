/** What this till tells the chain's ledger, where it has one. */
import { createHash } from "node:crypto";
import type { LedgerHealth } from "../../../contract/diagnostics.ts";
import { ledgerConnection } from "../../../contract/ledger.ts";
import type { ShopTime } from "../../../contract/reports-time.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import { chainReadingThrough, keepChainPart } from "../../accounting/reconciliation/chain-reading.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { keptSettings } from "../../storage/database/settings.ts";
import { type LedgerClient, openLedgerClient, type TillState } from "./client.ts";
import { codeOf, startLedgerFeed } from "./feed.ts";
import { openEndSigner } from "./journal-end.ts";
import { openOutbox } from "./outbox.ts";

export interface LedgerContext extends Pick<StorageContext, "clock" | "database" | "log" | "random" | "vault"> {
  settings: Pick<KeptSettings, "ledger" | "pos">;
  version: string;
  shop: ShopTime;
  shopName(): string;
  /** Operations that the till owes the service; `oldestAt` in ms since the epoch */
  queue(): { depth: number; oldestAt: number | null };
  /** What head office should look at, as a code; null: nothing */
  error(): string | null;
}

export interface LedgerModule {
  health(): LedgerHealth;
  /** Which of these requests the ledger knows as another till's, or nobody's; none where it cannot be asked at once */
  othersAmong(tids: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

const OFF: LedgerHealth = { state: "off", behind: 0, lastAt: null, detail: null };

/** Starts the feed; without a ledger there is nothing to start. */
export function ledgerModule(context: LedgerContext): LedgerModule {
  const { database, settings, vault } = context;
  const { ledger } = settings;
  if (!ledger) return { health: () => OFF, othersAmong: async () => [], close: async () => undefined };
  const connect = () =>
    openLedgerClient(ledgerConnection(ledger.url, ledger.ca, vault.get("ledgerPassword")), ledger.till);
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
  return { ...feed, othersAmong: (tids) => othersAmong(context, connect, tids) };
}

/** A person waits for it so long. */
const ASKED_MS = 5000;

async function othersAmong(
  { clock, log }: LedgerContext,
  connect: () => Promise<LedgerClient>,
  tids: readonly string[],
): Promise<readonly string[]> {
  const given = new AbortController();
  const late = clock.sleep(ASKED_MS, given.signal).then((): readonly string[] => []);
  const ask = async () => {
    const client = await connect();
    return await Promise.race([client.othersAmong(tids), late]).finally(() => client.close());
  };
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    log.warn({ reason: codeOf(error) }, "the chain's ledger did not say whose requests are");
    return [];
  } finally {
    given.abort();
  }
}

function stateOf({
  database,
  error,
  queue,
  shop,
  shopName,
  version,
}: LedgerContext): Omit<TillState, "behind" | "key"> {
  const { depth, oldestAt } = queue();
  return {
    version,
    timeZone: shop.timeZone,
    cutOff: shop.cutOff,
    queueDepth: depth,
    queueOldest: isoOrNull(oldestAt),
    error: error(),
    settings: createHash("sha256")
      .update(JSON.stringify(keptSettings(database)))
      .digest("hex"),
    shop: shopName() || null,
  };
}
