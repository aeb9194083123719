/** Shared parts of Electron's objects: preventable events and a record of actions. */

/** Creates an event that listeners can prevent, with extra details. */
export function preventable<T extends object>(details: T): T & { preventDefault(): void; defaultPrevented: boolean } {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return Object.assign(event, details);
}

/** Makes members of a destroyed object throw on any access. */
export function breakMembers(object: object, members: readonly string[]): void {
  const get = () => {
    throw new TypeError("Object has been destroyed");
  };
  for (const member of members) Object.defineProperty(object, member, { get });
}

/** Records a request to the system as a line on stderr. */
export function say(...words: unknown[]): void {
  process.stderr.write(`electron: ${words.map(String).join(" ")}\n`);
}

/** Throws for behaviour that this stand-in does not support, so that no test passes by accident. */
export function cannot(what: string): never {
  throw new Error(`The stand-in for Electron cannot ${what}.`);
}
