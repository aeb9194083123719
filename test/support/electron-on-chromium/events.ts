/** What Electron's objects share: events whose default a listener may prevent, and a place to say what was done. */

/** An event as Electron's listeners get it, with details of its own. */
export function preventable<T extends object>(details: T): T & { preventDefault(): void; defaultPrevented: boolean } {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return Object.assign(event, details);
}

/** The object is destroyed: from here on these members of it throw, whatever is done with them. */
export function breakMembers(object: object, members: readonly string[]): void {
  const get = () => {
    throw new TypeError("Object has been destroyed");
  };
  for (const member of members) Object.defineProperty(object, member, { get });
}

/** Writes down for the test what the system was told to do: a line of stderr. */
export function say(...words: unknown[]): void {
  process.stderr.write(`electron: ${words.map(String).join(" ")}\n`);
}

/** For whatever this stand-in cannot do as Electron does it: no test is to pass because of a pretence. */
export function cannot(what: string): never {
  throw new Error(`The stand-in for Electron cannot ${what}.`);
}
