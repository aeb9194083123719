/** A secret in memory that does not get out by accident. */
import { inspect } from "node:util";

/** Holds a text that only {@link Secret.reveal} gives away: printing, logging or serialising it shows a placeholder. */
export interface Secret {
  reveal(): string;
}

const PLACEHOLDER = "[secret]";

/** Wraps a secret. The text is in a closure, not in a property: nothing that walks over objects finds it. */
export function holdSecret(text: string): Secret {
  const hidden = {
    reveal: () => text,
    toJSON: () => PLACEHOLDER,
    toString: () => PLACEHOLDER,
    [inspect.custom]: () => PLACEHOLDER,
  };
  return Object.freeze(hidden);
}
