/** The colours of `tokens.css` for the contrast test (text 4.5:1, controls 3:1), which also compares both files. */
import type { Tone } from "./appearance.ts";

export type Pair = readonly [light: string, dark: string];

export const NEUTRALS = {
  canvas: ["#f5f6f4", "#0f1419"],
  surface: ["#ffffff", "#182028"],
  sunken: ["#e9ece9", "#0a0e12"],
  ink: ["#14191f", "#f1f4f2"],
  muted: ["#4b5661", "#a9b4be"],
  control: ["#737d87", "#76828e"],
  hairline: ["#d3d8d4", "#2c3742"],
  focus: ["#1257d6", "#9cc4ff"],
  "on-ink": ["#ffffff", "#14191f"],
  "on-tone": ["#ffffff", "#0a0e12"],
} as const satisfies Record<string, Pair>;

export const TONES: Record<Tone, { solid: Pair; tint: Pair }> = {
  waiting: { solid: ["#0c76b8", "#00a2f8"], tint: ["#e1f0fc", "#1d3848"] },
  reserved: { solid: ["#562165", "#d8c7ff"], tint: ["#f3ebfa", "#3a3145"] },
  paid: { solid: ["#136145", "#7cf5d2"], tint: ["#dff2e9", "#1f3a2f"] },
  attention: { solid: ["#a55f00", "#fabb0f"], tint: ["#f8ecdf", "#403320"] },
  failed: { solid: ["#8c1803", "#f27556"], tint: ["#ffe9e5", "#492e29"] },
  closed: { solid: ["#5f6b76", "#94a0ab"], tint: ["#e7eff5", "#2f363a"] },
};
