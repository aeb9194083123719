/** Whether the app is ready: not before its entry was evaluated, to the end of what that awaits. */

const reached = Promise.withResolvers<void>();
let is = false;

/** The entry was evaluated: the app becomes ready, but not at once. */
export function entryEvaluated(): void {
  setImmediate(() => {
    is = true;
    reached.resolve();
  });
}

export const isReady = (): boolean => is;

/** Resolves once it is. */
export const whenReady = (): Promise<void> => reached.promise;

/** @throws from then on, as Electron does */
export function onlyBeforeReady(what: string): void {
  if (is) throw new Error(`${what} can only be called before app is ready`);
}

/** @throws until then, as Electron does */
export function onlyOnceReady(what: string): void {
  if (!is) throw new Error(`${what} cannot be used before app is ready`);
}

/** A part of the module that is not there before: any access to it throws. */
export function onceReady<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, member, receiver) {
      onlyOnceReady(`${name}.${String(member)}`);
      return Reflect.get(target, member, receiver);
    },
  });
}
