/** What makes a kiosk easier for one customer, for as long as their visit lasts. Pure. */

export const VOLUMES = [1, 2, 3] as const;
export type Volume = (typeof VOLUMES)[number];

export interface Ease {
  /** Whether the screens are read aloud */
  speech: boolean;
  volume: Volume;
}

/** What every visit begins with. */
export const NO_EASE: Ease = { speech: false, volume: 2 };

/** One step louder, and from the loudest to the quietest. */
export function nextVolume(volume: Volume): Volume {
  return VOLUMES[VOLUMES.indexOf(volume) + 1] ?? VOLUMES[0];
}
