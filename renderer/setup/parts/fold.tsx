import { ChevronRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import styles from "./parts.module.css";

export interface FoldProps {
  title: string;
  /** Prevents collapsing while something must be visible */
  mustShow: boolean;
  opened?: boolean;
  children: ReactNode;
}

export function Fold({ title, mustShow, opened = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(opened);
  const content = useRef<HTMLDivElement>(null);
  const change = (open: boolean) => {
    setIsOpen(open);
    // Scrolls into view in a low window.
    if (open) requestAnimationFrame(() => content.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <Disclosure className={styles.fold} isExpanded={isOpen || mustShow} onExpandedChange={change}>
      <Heading level={2} className={styles.foldHeading}>
        <Button slot="trigger" className={styles.foldButton}>
          <ChevronRight aria-hidden size={20} className={styles.foldArrow} />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>
        {(isOpen || mustShow) && (
          <div ref={content} className={styles.foldContent}>
            {children}
          </div>
        )}
      </DisclosurePanel>
    </Disclosure>
  );
}
