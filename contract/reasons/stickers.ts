export const STICKER_REASONS = {
  sticker_too_many: "There are already {{most}} stickers, which is the maximum. Retire one first.",
  sticker_name_taken: "Another sticker has this name. Choose another name.",
  sticker_not_in_use: "This sticker is not in use. Nothing was changed.",
} as const satisfies Record<string, string>;
