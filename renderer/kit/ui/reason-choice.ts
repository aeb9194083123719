import { useState } from "react";

export interface Reason {
  options: readonly { kind: string; words: string }[];
  /** null until the user selects one; there is no default */
  kind: string | null;
  choose: (kind: string) => void;
  own: string;
  write: (own: string) => void;
  text: string;
}

export function useReason<K extends string>(wordsOf: (kind: K) => string, kinds: readonly K[]): Reason {
  const [kind, choose] = useState<string | null>(null);
  const [own, write] = useState("");
  const options = kinds.map((one) => ({ kind: one, words: wordsOf(one) }));
  const chosen = options.find((one) => one.kind === kind)?.words ?? "";
  return { options, kind, choose, own, write, text: kind === options.at(-1)?.kind ? own.trim() : chosen };
}
