import { inspect } from "node:util";

/** A text that only {@link Secret.reveal} returns. Printing, logging or serialising it shows a placeholder. */
export interface Secret {
  reveal(): string;
}

const PLACEHOLDER = "[secret]";

/** Wraps a secret in a closure, so that code that walks objects does not find it. */
export function holdSecret(text: string): Secret {
  const hidden = {
    reveal: () => text,
    toJSON: () => PLACEHOLDER,
    toString: () => PLACEHOLDER,
    [inspect.custom]: () => PLACEHOLDER,
  };
  return Object.freeze(hidden);
}
