/** What makes a kiosk easier for one customer, for as long as their visit lasts. Pure. */

export const VOLUMES = [1, 2, 3] as const;
export type Volume = (typeof VOLUMES)[number];

/** How large texts are, of their usual size. */
export const TEXT_SIZES = [1, 1.5, 2] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export interface Ease {
  /** Whether the screens are read aloud */
  speech: boolean;
  volume: Volume;
  textSize: TextSize;
  /** Black and white alone */
  contrast: boolean;
  /** An upright screen's contents are in its lower half, for a hand that reaches no higher */
  lowered: boolean;
}

/** What every visit begins with. */
export const NO_EASE: Ease = { speech: false, volume: 2, textSize: 1, contrast: false, lowered: false };

/** One step louder, and from the loudest to the quietest. */
export function nextVolume(volume: Volume): Volume {
  return VOLUMES[VOLUMES.indexOf(volume) + 1] ?? VOLUMES[0];
}
