import { useEffect, useState } from "react";

const LASTS_MS = 1000;

/** A count without what comes and goes with every sale: more is shown once it has lasted a second, less at once. */
export function useLastingCount(count: number): number {
  const [lasting, setLasting] = useState(count);
  useEffect(() => {
    if (count === lasting) return;
    const later = setTimeout(() => setLasting(count), LASTS_MS);
    return () => clearTimeout(later);
  }, [count, lasting]);
  return Math.min(count, lasting);
}
