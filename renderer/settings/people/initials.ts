/** A person's initials in a small round: the first letters of their first and last names. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : "";
  return `${[...(words[0] ?? "")][0] ?? ""}${[...(last ?? "")][0] ?? ""}`.toUpperCase();
}
