import type { STICKER_REASONS } from "../../../../contract/reasons-stickers.ts";

export const nbStickerReasons: Record<keyof typeof STICKER_REASONS, string> = {
  sticker_too_many:
    "Det finnes {{most}} klistremerker allerede, og flere rekker kassen ikke å spørre om. Trekk tilbake ett først. Ingen penger er flyttet.",
  sticker_name_taken:
    "Et annet klistremerke heter det samme. Velg et annet navn, så de kan skilles fra hverandre. Ingen penger er flyttet.",
  sticker_not_in_use: "Dette klistremerket er ikke i bruk. Ingenting ble endret, og ingen penger er flyttet.",
};
