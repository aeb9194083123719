/** What is kept for later, and handed on: the journal to read, a payment's story, exports, signed transactions. */
import { done, failed } from "../../../contract/errors.ts";
import type { SaftDetails } from "../../../contract/exports.ts";
import type { ShopDetails } from "../../../contract/receipts.ts";
import type { ShopTime } from "../../../contract/reports-time.ts";
import type { Terminal } from "../../../contract/views.ts";
import { exportCommands } from "../../accounting/exports/commands.ts";
import { type Signer, startSigner } from "../../accounting/exports/saft/signer.ts";
import { DEFAULT_CUT_OFF } from "../../accounting/periods/business-day.ts";
import type { CommandHandlers } from "../../bridge/dispatch.ts";
import type { EventStream } from "../../bridge/events.ts";
import type { Ledger } from "../../payments/store.ts";
import { storyOf } from "../../payments/story.ts";
import { paymentFile } from "../../payments/support-file.ts";
import { receiptSettings } from "../../peripherals/receipts/settings.ts";
import { journalBrowser } from "../../storage/journal/browse.ts";
import type { Base } from "./base.ts";

export type RecordsHandlers = Pick<
  CommandHandlers,
  | "journal.list"
  | "journal.names"
  | "journal.verify"
  | "payment.story"
  | "payment.file"
  | "export.make"
  | "export.list"
  | "export.read"
  | "export.options"
>;

export interface RecordsParts {
  events: EventStream;
  ledger: Ledger;
  signer: Signer;
  actor(): string | null;
  terminal(): Terminal;
}

/** Starts signing what is booked. */
export function signBookings(base: Base): Signer {
  return startSigner({ ...base, timeZone: timeZoneOf(base) });
}

/** Makes the handlers; `close` breaks off what is under way. */
export function assembleRecords(
  base: Base,
  parts: RecordsParts,
): { handlers: RecordsHandlers; close(): Promise<void> } {
  const { database, journal, clock } = base;
  const { events, ledger, terminal } = parts;
  const browser = journalBrowser(database);
  const shopName = () => base.connectivity.merchantName() ?? base.settings.service.merchant;
  const shop = receiptSettings({ ...base, shopName });
  const exports = exportCommands({
    ...{ database, journal, clock, actor: parts.actor, signer: parts.signer },
    shop: shopTime(base),
    subject: () => subjectOf(base, terminal()),
    company: () => companyOf(shop.get().shop),
    onProgress: (progress) => events.publish({ type: "export.progress", progress }),
    diskFull: () => base.disk() === "full",
  });
  const toldOf = (posTid: string) => ({
    entries: storyOf({ database, ledger }, posTid),
    known: ledger.exchanges.idsOf(posTid),
  });
  return {
    handlers: {
      "journal.list": browser.list,
      "journal.names": browser.names,
      "journal.verify": async () => done(await journal.verifyAside(verifying(base, events))),
      "payment.story": ({ posTid }) =>
        ledger.rows.find(posTid)
          ? done({ entries: storyOf({ database, ledger }, posTid) })
          : failed("not_found", { posTid }),
      "payment.file": ({ posTid }) =>
        ledger.rows.find(posTid)
          ? done(paymentFile(ledger.view(posTid), toldOf(posTid), terminal(), clock.now()))
          : failed("not_found", { posTid }),
      "export.make": exports.commands.make,
      "export.list": exports.commands.list,
      "export.read": exports.commands.read,
      "export.options": exports.commands.options,
    },
    close: exports.close,
  };
}

const PROGRESS_MS = 250;

/** Tells the windows how far a check has come, now and then. */
function verifying({ clock, journal }: Base, events: EventStream): (checked: number) => void {
  let toldAt = clock.monotonic();
  return (checked) => {
    if (clock.monotonic() - toldAt < PROGRESS_MS) return;
    toldAt = clock.monotonic();
    events.publish({ type: "journal.progress", progress: { checked, total: journal.head().entries } });
  };
}

function timeZoneOf({ settings }: Base): string {
  return settings.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function subjectOf(base: Base, { merchant, pos, version }: Terminal) {
  const { currency, locale } = base.settings;
  return { merchant: merchant.id, pos, currency, locale, version, ...shopTime(base) };
}

/** A manager may change when days begin while the till runs. */
function shopTime(base: Base): ShopTime {
  return {
    timeZone: timeZoneOf(base),
    get cutOff() {
      return base.settings.businessDay?.cutOff ?? DEFAULT_CUT_OFF;
    },
  };
}

/** A Norwegian address is a street, and below it the postal code and the town. */
function companyOf({ name, address, organisationNumber }: ShopDetails): Partial<SaftDetails> {
  const town = /^(\d{4,5})\s+(.+)$/.exec(address.at(-1) ?? "");
  return {
    companyName: name,
    companyIdent: organisationNumber?.replace(/\D/g, "") ?? "",
    vatRegistered: /MVA\s*$/i.test(organisationNumber ?? ""),
    street: (town ? address.slice(0, -1) : address).join(", "),
    ...(town && { postalCode: town[1] ?? "", city: town[2] ?? "" }),
  };
}
