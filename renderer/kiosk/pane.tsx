import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./frame.module.css";

/** A scrollable pane. Without controls in it, the pane itself is focusable, so that keys can scroll it. */
export function Pane({ children, className = styles.body }: { children: ReactNode; className?: string | undefined }) {
  const pane = useRef<HTMLDivElement>(null);
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    const { current } = pane;
    if (current === null) return;
    const look = () =>
      setIsReached(current.scrollHeight > current.clientHeight + 1 && current.querySelector("button, input") === null);
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    for (const child of current.children) sizes.observe(child);
    return () => sizes.disconnect();
  });
  return (
    // Focusable only when it must be scrolled by keys.
    <div ref={pane} className={className} data-pane tabIndex={isReached ? 0 : undefined}>
      {children}
    </div>
  );
}
