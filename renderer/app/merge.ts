/** Puts what several modules can do into one object. */

type Merged<Groups extends readonly object[]> = Groups extends readonly [infer First, ...infer Rest extends object[]]
  ? First & Merged<Rest>
  : unknown;

/**
 * One object with everything of the groups. A name stands in one of them alone: of two actions with the same name the
 * later one would silently be done in place of the other.
 * @throws Error with the name that two have, at the start of every window and of every test of one
 */
export function merge<const Groups extends readonly object[]>(...groups: Groups): Merged<Groups> {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of groups.flatMap((group) => Object.entries(group))) {
    if (Object.hasOwn(merged, name)) throw new Error(`Two modules have something called ${name}.`);
    merged[name] = value;
  }
  return merged as Merged<Groups>;
}
