type Merged<Groups extends readonly object[]> = Groups extends readonly [infer First, ...infer Rest extends object[]]
  ? First & Merged<Rest>
  : unknown;

/**
 * Merges the groups into one object.
 * @throws Error when a name exists twice
 */
export function merge<const Groups extends readonly object[]>(...groups: Groups): Merged<Groups> {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of groups.flatMap((group) => Object.entries(group))) {
    if (Object.hasOwn(merged, name)) throw new Error(`Two modules have something called ${name}.`);
    merged[name] = value;
  }
  return merged as Merged<Groups>;
}
