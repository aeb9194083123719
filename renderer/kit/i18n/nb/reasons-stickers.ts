import type { STICKER_REASONS } from "../../../../contract/reasons/stickers.ts";

export const nbStickerReasons: Record<keyof typeof STICKER_REASONS, string> = {
  sticker_too_many: "Kassen har allerede {{most}} klistremerker og kan ikke ha flere. Trekk tilbake ett først.",
  sticker_name_taken: "Et annet klistremerke har dette navnet. Velg et annet navn.",
  sticker_not_in_use: "Dette klistremerket er ikke i bruk. Ingenting ble endret.",
};
