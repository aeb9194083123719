/**
 * The colours of `tokens.css` once more, for the test that holds every text pair at 4.5:1 and every control at 3:1,
 * and that both files say the same.
 */
import type { Tone } from "./appearance.ts";

/** A colour in the light and in the dark theme. */
export type Pair = readonly [light: string, dark: string];

export const NEUTRALS = {
  canvas: ["#F5F6F4", "#0F1419"],
  surface: ["#FFFFFF", "#182028"],
  sunken: ["#E9ECE9", "#0A0E12"],
  ink: ["#14191F", "#F1F4F2"],
  muted: ["#4B5661", "#A9B4BE"],
  control: ["#737D87", "#76828E"],
  hairline: ["#D3D8D4", "#2C3742"],
  focus: ["#1257D6", "#9CC4FF"],
  "on-ink": ["#FFFFFF", "#14191F"],
  "on-tone": ["#FFFFFF", "#0A0E12"],
} as const satisfies Record<string, Pair>;

export const TONES: Record<Tone, { solid: Pair; tint: Pair }> = {
  waiting: { solid: ["#0C76B8", "#00A2F8"], tint: ["#E1F0FC", "#1D3848"] },
  reserved: { solid: ["#562165", "#D8C7FF"], tint: ["#F3EBFA", "#3A3145"] },
  paid: { solid: ["#136145", "#7CF5D2"], tint: ["#DFF2E9", "#1F3A2F"] },
  attention: { solid: ["#A55F00", "#FABB0F"], tint: ["#F8ECDF", "#403320"] },
  failed: { solid: ["#8C1803", "#F27556"], tint: ["#FFE9E5", "#492E29"] },
  closed: { solid: ["#5F6B76", "#94A0AB"], tint: ["#E7EFF5", "#2F363A"] },
};
