import { z } from "zod";
import { type CommandRow, shape } from "../calls/command-row.ts";
import { expectedReason } from "../reasons/reasons.ts";
import type { HealthReport, SupportBundle } from "./diagnostics.ts";

const pixels = z.int().min(1).max(100_000);
const display = z.strictObject({
  width: pixels,
  height: pixels,
  screenWidth: pixels,
  screenHeight: pixels,
  scale: z.number().min(0.1).max(20),
  refreshHz: z.number().min(1).max(1000).nullable(),
  touch: z.boolean(),
});
const ticket = z.string().regex(/^[0-9a-f]{32}$/, expectedReason("field_ticket"));

const withDisplay = z.strictObject({ display: display.optional() });

export const DIAGNOSTICS_COMMANDS = {
  "diagnostics.health": { input: withDisplay, automatic: true, returns: shape<HealthReport>() },
  "diagnostics.bundle": { input: withDisplay, needs: "reports", approvable: true, returns: shape<SupportBundle>() },
  "diagnostics.download": {
    input: z.strictObject({ ticket, from: z.int().min(0) }),
    automatic: true,
    /** A chunk of a bundle; `next` is the next chunk's offset, null after the last */
    returns: shape<{ base64: string; next: number | null }>(),
  },
  "diagnostics.showBundle": { input: z.strictObject({ ticket }), returns: shape<{ shown: true }>() },
} as const satisfies Record<string, CommandRow>;
