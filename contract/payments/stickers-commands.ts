import { z } from "zod";
import { type CommandRow, exactLine, noInput, oneLine, shape } from "../calls/command-row.ts";
import type { ScanFirst, Sticker } from "./stickers.ts";
import { MAX_STICKER_NAME } from "./stickers.ts";

const name = oneLine(MAX_STICKER_NAME);
const id = exactLine(64);
const oneSticker = z.strictObject({ id });

export const STICKER_COMMANDS = {
  "sticker.list": { input: noInput, needs: "settings", automatic: true, returns: shape<{ items: Sticker[] }>() },
  "sticker.create": { input: z.strictObject({ name }), needs: "settings", returns: shape<Sticker>() },
  "sticker.rename": { input: z.strictObject({ id, name }), needs: "settings", returns: shape<Sticker>() },
  /** The next scan within 30 seconds counts for the test only */
  "sticker.test": { input: oneSticker, needs: "settings", returns: shape<Sticker>() },
  /** Permanent: the code stops working */
  "sticker.retire": { input: oneSticker, needs: "settings", returns: shape<Sticker>() },
  /** A sale is being prepared: scans are polled for a minute where no callbacks arrive */
  "scan.expect": { input: noInput, whileLocked: "kiosk", automatic: true, returns: shape<ScanFirst>() },
  "scan.forget": { input: noInput, needs: "sale", whileLocked: "kiosk", returns: shape<ScanFirst>() },
} as const satisfies Record<string, CommandRow>;
