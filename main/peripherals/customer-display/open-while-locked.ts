/** Which payments may be viewed and changed at a locked till or at a kiosk. */
import type { DisplayQueue } from "./display-queue.ts";

/**
 * Which payments are open while the till is locked: the one that was shown when it was locked, and what was started
 * since. The others of the queue get their turn on the screen, and stay closed.
 */
export function openWhileLocked(isLocked: () => boolean) {
  const open = new Set<string>();
  let shownByItself: string | null = null;
  const isOpen = ({ head }: DisplayQueue, posTid: string) => head?.posTid === posTid && shownByItself !== posTid;
  const mayShow = (queue: DisplayQueue, posTid: string) => isOpen(queue, posTid) || open.has(posTid);
  return {
    isOpen,
    mayShow,
    /** @returns whether it may be shown: what was there already is not started by a call with its reference */
    mayBegin(queue: DisplayQueue, posTid: string, isAgain: boolean): boolean {
      if (!isLocked()) return true;
      if (isAgain) return mayShow(queue, posTid);
      open.add(posTid);
      return true;
    },
    /** The queue moved on, or somebody signed in, who sees what is there and leaves it there. */
    follow(before: DisplayQueue, queue: DisplayQueue): void {
      if (!isLocked()) {
        open.clear();
        shownByItself = null;
        return;
      }
      const [was, is] = [before.head?.posTid, queue.head?.posTid];
      if (was === is) return;
      if (was !== undefined && isOpen(before, was)) open.add(was);
      shownByItself = is !== undefined && !open.has(is) ? is : null;
      for (const posTid of open) if (posTid !== is && !queue.next.includes(posTid)) open.delete(posTid);
    },
  };
}
