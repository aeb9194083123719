/** JSON in one form, so that "the same data" is the same text (4.1 rule 4). */

/** Writes JSON with the keys of every object in order, and without those that are undefined. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
