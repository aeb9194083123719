import { z } from "zod";
import { type CommandRow, exactLine, noInput, oneLine } from "../calls/command-row.ts";
import { MAX_STICKER_NAME } from "./stickers.ts";

const name = oneLine(MAX_STICKER_NAME);
const id = exactLine(64);
const oneSticker = z.strictObject({ id });

export const STICKER_COMMANDS = {
  "sticker.list": { input: noInput, needs: "settings", automatic: true },
  "sticker.create": { input: z.strictObject({ name }), needs: "settings" },
  "sticker.rename": { input: z.strictObject({ id, name }), needs: "settings" },
  /** The next scan within 30 seconds counts for the test only */
  "sticker.test": { input: oneSticker, needs: "settings" },
  /** Permanent: the code stops working */
  "sticker.retire": { input: oneSticker, needs: "settings" },
  /** A sale is being prepared: scans are polled for a minute where no callbacks arrive */
  "scan.expect": { input: noInput, whileLocked: "kiosk", automatic: true },
  "scan.forget": { input: noInput, needs: "sale", whileLocked: "kiosk" },
} as const satisfies Record<string, CommandRow>;
