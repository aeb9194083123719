/** The commands about stickers, and about a customer who scanned one before there was a sale. */
import { z } from "zod";
import { type CommandRow, exactLine, noInput, oneLine } from "./command-row.ts";
import { MAX_STICKER_NAME } from "./stickers.ts";

const name = oneLine(MAX_STICKER_NAME);
const id = exactLine(64);
const oneSticker = z.strictObject({ id });

export const STICKER_COMMANDS = {
  "sticker.list": { input: noInput, needs: "settings", automatic: true },
  "sticker.create": { input: z.strictObject({ name }), needs: "settings" },
  "sticker.rename": { input: z.strictObject({ id, name }), needs: "settings" },
  /** The next scan of it in half a minute is the test's, and no sale's */
  "sticker.test": { input: oneSticker, needs: "settings" },
  /** For good: the code leads nowhere from then on */
  "sticker.retire": { input: oneSticker, needs: "settings" },
  /** A sale is being prepared at this window: scans of stickers are asked about for the next minute, where none are told */
  "scan.expect": { input: noInput, whileLocked: "kiosk", automatic: true },
  /** Who has scanned is not waited for any more */
  "scan.forget": { input: noInput, needs: "sale", whileLocked: "kiosk" },
} as const satisfies Record<string, CommandRow>;
