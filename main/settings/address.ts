/** Whether two texts are the same service's address: by what is asked there, not by how it was typed. Pure. */
export function sameAddress(one: string, other: string): boolean {
  const plain = (text: string) => (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, "");
  return plain(one) === plain(other);
}
