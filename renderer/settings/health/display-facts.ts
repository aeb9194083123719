import type { DisplayFacts } from "../../../contract/diagnostics/diagnostics.ts";

/** Number of frames to measure: a third of a second at 60 Hz. */
const FRAMES = 20;
/** A minimised or locked window renders no frames. */
const PATIENCE_MS = 1500;

export async function displayFacts(): Promise<DisplayFacts> {
  return {
    width: Math.max(1, window.innerWidth),
    height: Math.max(1, window.innerHeight),
    screenWidth: Math.max(1, window.screen.width),
    screenHeight: Math.max(1, window.screen.height),
    scale: window.devicePixelRatio,
    refreshHz: await refreshRate(),
    touch: navigator.maxTouchPoints > 0,
  };
}

/** Frames per second; null when nothing is rendered. */
function refreshRate(): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const times: number[] = [];
  const giveUp = setTimeout(() => resolve(null), PATIENCE_MS);
  const onFrame = (at: number) => {
    times.push(at);
    if (times.length <= FRAMES) return void requestAnimationFrame(onFrame);
    clearTimeout(giveUp);
    resolve(rateOf(times));
  };
  requestAnimationFrame(onFrame);
  return promise;
}

/**
 * Uses the median interval, so that late frames do not count.
 * @param times of the frames, in ms
 */
export function rateOf(times: readonly number[]): number | null {
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const middle = pauses.sort((one, other) => one - other)[Math.floor(pauses.length / 2)];
  return middle === undefined || middle < 1 ? null : Math.min(1000, Math.max(1, Math.round(1000 / middle)));
}
