export const STICKER_REASONS = {
  sticker_too_many:
    "There are {{most}} stickers already, and no more can be asked about in time. Retire one first. No money moved.",
  sticker_name_taken:
    "Another sticker is called so. Choose another name, so that both can be told apart. No money moved.",
  sticker_not_in_use: "This sticker is not in use. Nothing was changed, and no money moved.",
} as const satisfies Record<string, string>;
