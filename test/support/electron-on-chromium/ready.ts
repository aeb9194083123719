/** Tracks whether the app is ready, which requires that the entry and its top-level awaits have finished. */

const reached = Promise.withResolvers<void>();
let is = false;

/** Marks the entry as evaluated: the app becomes ready asynchronously. */
export function entryEvaluated(): void {
  setImmediate(() => {
    is = true;
    reached.resolve();
  });
}

export const isReady = (): boolean => is;

export const whenReady = (): Promise<void> => reached.promise;

/** @throws once the app is ready, as Electron does */
export function onlyBeforeReady(what: string): void {
  if (is) throw new Error(`${what} can only be called before app is ready`);
}

/** @throws until the app is ready, as Electron does */
export function onlyOnceReady(what: string): void {
  if (!is) throw new Error(`${what} cannot be used before app is ready`);
}

/** Wraps a module part that throws on any access before the app is ready. */
export function onceReady<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, member, receiver) {
      onlyOnceReady(`${name}.${String(member)}`);
      return Reflect.get(target, member, receiver);
    },
  });
}
