/** Two frames: what is done then is done behind what has just changed, and making a request or a sound is a part of a frame. */
const BEHIND_THE_FRAME_MS = 32;

/** Resolves when what changed just now has been painted; at once in a hidden window, which draws nothing and whose timers are late. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else setTimeout(resolve, BEHIND_THE_FRAME_MS);
  });
}
