/** The active settings of shop, printer and receipts: provisioned, unless the owner chose others later. */

import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { JournalEntry } from "../../../contract/journal/events.ts";
import {
  RECEIPT_ROWS,
  type ReceiptChoices,
  type ReceiptSettings,
  type ShopDetails,
} from "../../../contract/receipts/receipts.ts";
import { canonicalJson } from "../../../contract/values/canonical-json.ts";
import { cleanName, stripInvisible } from "../../../contract/values/plain-text.ts";
import { completeJson, withDefaults } from "../../../contract/values/setting-rows.ts";
import type { StorageContext } from "../../storage/context.ts";
import { transact } from "../../storage/database/database.ts";
import { settingStore } from "../../storage/database/settings.ts";

export type ReceiptChange = Partial<ReceiptSettings>;

export type ReceiptSettingsStore = ReturnType<typeof receiptSettings>;

export interface ReceiptSettingsPorts extends Pick<StorageContext, "database" | "journal"> {
  settings: Pick<StoredSettings, "shop" | "printer" | "receipt">;
  /** The shop's name when none is configured */
  shopName(): string;
}

const NAME = "receipts";
const PARTS = ["shop", "printer", "receipt"] as const;

/** The owner's choice, and the settings provisioned at that time. Later provisioning overrides the choice. */
type StoredChoices = { [P in (typeof PARTS)[number]]?: { value: ReceiptSettings[P]; over: string } };

export function receiptSettings({ database, journal, settings, shopName }: ReceiptSettingsPorts) {
  const store = settingStore(database);
  const stored = () => (store.get(NAME) ?? {}) as StoredChoices;
  const provisioned = (part: keyof StoredChoices) => settings[part] ?? null;
  const chosen = <P extends keyof StoredChoices>(all: StoredChoices, part: P): ReceiptSettings[P] | null => {
    const choice = all[part];
    if (choice === undefined) return null;
    if (provisioned(part) === null) return choice.value;
    return jsonOf(part, JSON.parse(choice.over)) === jsonOf(part, provisioned(part)) ? choice.value : null;
  };
  return {
    get(): ReceiptSettings {
      const all = stored();
      return {
        shop: cleanDetails(chosen(all, "shop") ?? settings.shop ?? { ...NO_SHOP, name: shopName() }),
        printer: chosen(all, "printer") ?? settings.printer ?? { kind: "none" },
        receipt: withDefaults(RECEIPT_ROWS, chosen(all, "receipt") ?? settings.receipt ?? {}),
      };
    },
    set(change: ReceiptChange, { actor, now }: { actor: string | null; now: number }) {
      const parts = PARTS.filter((part) => change[part] !== undefined);
      const changed = Object.fromEntries(
        parts.map((part) => [part, { value: change[part], over: canonicalJson(provisioned(part)) }]),
      );
      const data: JournalEntry<"settings.receipts">["data"] = Object.fromEntries(
        parts.map((part) => [part, canonicalJson(change[part])]),
      );
      transact(database, () => {
        store.set(NAME, { ...stored(), ...changed });
        journal.append({ event: "settings.receipts", actor, data }, now);
      });
    },
  };
}

const jsonOf = (part: keyof StoredChoices, value: unknown) =>
  part === "receipt" ? completeJson(RECEIPT_ROWS, value as ReceiptChoices | null) : canonicalJson(value);

const NO_SHOP = { address: [], organisationNumber: null, phone: null, footer: null };

function cleanDetails({ name, address, organisationNumber, phone, footer }: ShopDetails): ShopDetails {
  return {
    name: cleanName(name),
    address: address.map(cleanName),
    organisationNumber: organisationNumber && stripInvisible(organisationNumber).trim(),
    phone: phone && stripInvisible(phone).trim(),
    footer: footer && cleanName(footer),
  };
}
