/** Two frames at 60 Hz: work started after this delay does not delay the current frame. */
const BEHIND_THE_FRAME_MS = 32;

/** Resolves after the latest change is painted. Resolves at once in a hidden window, which paints nothing. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else setTimeout(resolve, BEHIND_THE_FRAME_MS);
  });
}
