/** Payments that may be viewed and changed at a locked till or a kiosk. */
import type { DisplayQueue } from "./display-queue.ts";

/** A locked till opens the payment shown at that moment and those started since. Queued ones stay closed. */
export function openWhileLocked(isLocked: () => boolean) {
  const open = new Set<string>();
  let autoShown: string | null = null;
  const isOpen = ({ head }: DisplayQueue, posTid: string) => head?.posTid === posTid && autoShown !== posTid;
  const mayShow = (queue: DisplayQueue, posTid: string) => isOpen(queue, posTid) || open.has(posTid);
  return {
    /** True when the payment may be changed at a locked till. One that appeared automatically may not. */
    isOpen,
    /** True when the payment may be viewed while the till is locked: it is open, or was started meanwhile */
    mayShow,
    /** Returns whether the payment may be shown. A repeated request does not open an existing one. */
    mayBegin(queue: DisplayQueue, posTid: string, isAgain: boolean): boolean {
      if (!isLocked()) return true;
      if (isAgain) return mayShow(queue, posTid);
      open.add(posTid);
      return true;
    },
    /** Follows the queue. A sign-in resets it, because the user sees the current payment. */
    follow(before: DisplayQueue, queue: DisplayQueue): void {
      if (!isLocked()) {
        open.clear();
        autoShown = null;
        return;
      }
      const [was, is] = [before.head?.posTid, queue.head?.posTid];
      if (was === is) return;
      if (was !== undefined && isOpen(before, was)) open.add(was);
      autoShown = is !== undefined && !open.has(is) ? is : null;
      for (const posTid of open) if (posTid !== is && !queue.next.includes(posTid)) open.delete(posTid);
    },
  };
}
