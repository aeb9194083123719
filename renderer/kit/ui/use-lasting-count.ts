import { useEffect, useRef, useState } from "react";

const LASTS_MS = 1000;

/**
 * Follows a count.
 * @param tell receives a decrease at once; an increase every second, as the minimum of that second
 */
export function followCount(initial: number, tell: (lasting: number) => void) {
  let [lasting, latest, lowest] = [initial, initial, initial];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (count: number) => {
    lasting = count;
    tell(count);
  };
  const watch = () => {
    lowest = latest;
    timer = setTimeout(() => {
      timer = undefined;
      show(lowest);
      if (latest > lasting) watch();
    }, LASTS_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    hear(count: number) {
      latest = count;
      lowest = Math.min(lowest, count);
      if (count <= lasting) {
        stop();
        if (count < lasting) show(count);
      } else if (timer === undefined) watch();
    },
    stop,
  };
}

/** A count without flicker: an increase is shown after one or two seconds, a decrease at once. */
export function useLastingCount(count: number): number {
  const [lasting, setLasting] = useState(count);
  const following = useRef<ReturnType<typeof followCount> | null>(null);
  useEffect(() => {
    following.current ??= followCount(count, setLasting);
    following.current.hear(count);
  }, [count]);
  useEffect(() => () => following.current?.stop(), []);
  return Math.min(count, lasting);
}
