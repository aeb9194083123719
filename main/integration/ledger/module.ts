/** What this till tells the chain's ledger, where it has one. */
import { createHash } from "node:crypto";
import type { LedgerHealth } from "../../../contract/diagnostics.ts";
import { ledgerConnection } from "../../../contract/ledger.ts";
import type { ShopTime } from "../../../contract/reports-time.ts";
import type { KeptSettings } from "../../../contract/settings.ts";
import { isoOrNull } from "../../lib/iso-time.ts";
import type { StorageContext } from "../../storage/context.ts";
import { keptSettings } from "../../storage/database/settings.ts";
import { openLedgerClient, type TillState } from "./client.ts";
import { startLedgerFeed } from "./feed.ts";
import { openEndSigner } from "./journal-end.ts";
import { openOutbox } from "./outbox.ts";

export interface LedgerContext extends Pick<StorageContext, "clock" | "database" | "log" | "random" | "vault"> {
  settings: Pick<KeptSettings, "ledger">;
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
  close(): Promise<void>;
}

const OFF: LedgerHealth = { state: "off", behind: 0, lastAt: null, detail: null };

/** Starts the feed; without a ledger there is nothing to start. */
export function ledgerModule(context: LedgerContext): LedgerModule {
  const { database, settings, vault } = context;
  const { ledger } = settings;
  if (!ledger) return { health: () => OFF, close: async () => undefined };
  return startLedgerFeed({
    ...context,
    till: ledger.till,
    outbox: openOutbox(database),
    signer: openEndSigner(vault),
    connect: () => openLedgerClient(ledgerConnection(ledger.url, ledger.ca, vault.get("ledgerPassword")), ledger.till),
    describe: () => stateOf(context),
  });
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
