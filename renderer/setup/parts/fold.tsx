import { ChevronRight } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import styles from "./parts.module.css";

export interface FoldProps {
  title: string;
  /** Something in it must be seen: it cannot be folded then */
  mustShow: boolean;
  /** Whether it begins unfolded */
  opened?: boolean;
  children: ReactNode;
}

/** What few people need, behind one line. */
export function Fold({ title, mustShow, opened = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(opened);
  const content = useRef<HTMLDivElement>(null);
  const change = (open: boolean) => {
    setIsOpen(open);
    // In a low window it unfolds below the edge.
    if (open) requestAnimationFrame(() => content.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <Disclosure className={styles.fold ?? ""} isExpanded={isOpen || mustShow} onExpandedChange={change}>
      <Heading level={2} className={styles.foldHeading ?? ""}>
        <Button slot="trigger" className={styles.foldButton ?? ""}>
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
