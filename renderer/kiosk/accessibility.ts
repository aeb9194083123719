export const VOLUMES = [1, 2, 3] as const;
export type Volume = (typeof VOLUMES)[number];

export const TEXT_SIZES = [1, 1.5, 2] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

export interface Accessibility {
  speech: boolean;
  volume: Volume;
  textSize: TextSize;
  contrast: boolean;
  /** Moves a portrait screen's content to its lower half, within reach */
  lowered: boolean;
}

export const DEFAULT_ACCESSIBILITY: Accessibility = {
  speech: false,
  volume: 2,
  textSize: 1,
  contrast: false,
  lowered: false,
};

export function nextVolume(volume: Volume): Volume {
  return VOLUMES[VOLUMES.indexOf(volume) + 1] ?? VOLUMES[0];
}
