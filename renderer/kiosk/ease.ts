/** Accessibility settings of one visit. Pure. */

export const VOLUMES = [1, 2, 3] as const;
export type Volume = (typeof VOLUMES)[number];

/** Text sizes relative to the default. */
export const TEXT_SIZES = [1, 1.5, 2] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export interface Ease {
  /** Whether screens are read aloud */
  speech: boolean;
  volume: Volume;
  textSize: TextSize;
  /** High contrast, black and white */
  contrast: boolean;
  /** Moves a portrait screen's content to its lower half, within reach */
  lowered: boolean;
}

/** Defaults of every visit. */
export const NO_EASE: Ease = { speech: false, volume: 2, textSize: 1, contrast: false, lowered: false };

/** Returns the next volume, from the loudest back to the quietest. */
export function nextVolume(volume: Volume): Volume {
  return VOLUMES[VOLUMES.indexOf(volume) + 1] ?? VOLUMES[0];
}
