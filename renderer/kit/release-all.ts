/** Returns a function that ends all subscriptions. */
export function releaseAll(releases: readonly (() => unknown)[]): () => void {
  return () => {
    for (const release of releases) release();
  };
}
