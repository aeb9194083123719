import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button, CalendarCell, CalendarGrid, Heading } from "react-aria-components";
import styles from "./day-field.module.css";

/**
 * A calendar month with navigation.
 * @param isRange whether a range is selected
 */
export function CalendarMonth({ isRange = false }: { isRange?: boolean }) {
  return (
    <>
      <header className={styles.header}>
        <Button slot="previous" className={styles.month}>
          <ChevronLeft aria-hidden />
        </Button>
        <Heading className={styles.title} />
        <Button slot="next" className={styles.month}>
          <ChevronRight aria-hidden />
        </Button>
      </header>
      <CalendarGrid className={styles.grid}>
        {(date) => <CalendarCell date={date} className={isRange ? `${styles.day} ${styles.ranged}` : styles.day} />}
      </CalendarGrid>
    </>
  );
}
