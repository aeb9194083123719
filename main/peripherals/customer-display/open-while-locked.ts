/** Whose payments whoever stands at a locked till, or at a kiosk, may touch. */
import type { Line } from "./display-queue.ts";

/**
 * Which payments are open while nobody is signed in who has to be: the one that was shown when the till was shut, and
 * what was begun since. The others of the line get their turn on the screen, and stay closed.
 */
export function openWhileShut(isShut: () => boolean) {
  const open = new Set<string>();
  let cameUp: string | null = null;
  const isOpen = ({ head }: Line, posTid: string) => head?.posTid === posTid && cameUp !== posTid;
  const mayShow = (line: Line, posTid: string) => isOpen(line, posTid) || open.has(posTid);
  return {
    isOpen,
    mayShow,
    /** @returns whether it may be shown: what was there already is not begun, whoever knows its reference */
    begins(line: Line, posTid: string, isAgain: boolean): boolean {
      if (!isShut()) return true;
      if (isAgain) return mayShow(line, posTid);
      open.add(posTid);
      return true;
    },
    /** The line moved on, or somebody signed in, who sees what is there and leaves it there. */
    follow(before: Line, line: Line): void {
      if (!isShut()) {
        open.clear();
        cameUp = null;
        return;
      }
      const [was, is] = [before.head?.posTid, line.head?.posTid];
      if (was === is) return;
      if (was !== undefined && isOpen(before, was)) open.add(was);
      cameUp = is !== undefined && !open.has(is) ? is : null;
      for (const posTid of open) if (posTid !== is && !line.next.includes(posTid)) open.delete(posTid);
    },
  };
}
