import { type ReactNode, useEffect, useRef } from "react";
import { openedId } from "../../store/select.ts";
import { useTill } from "../../store/store.tsx";
import { PaymentDetail } from "./detail.tsx";
import styles from "./payments.module.css";

/**
 * A list with the payment that was opened in it: beside it where there is room, over it where there is none. The list
 * itself stays as it is, with what is chosen in it and how far it was scrolled.
 */
export function ListAndPayment({ children }: { children: ReactNode }) {
  const isOpen = useIsOpen();
  return (
    <div className={styles.screen} data-alone data-detail={isOpen || undefined}>
      {children}
      {isOpen && <PaymentDetail />}
    </div>
  );
}

/**
 * Whether a payment is open on this screen. Over a list that it hides it has the focus; when it is closed, the focus is
 * on the row of the one that was shown last, or back where it was opened from.
 */
export function useIsOpen(): boolean {
  const shown = useTill((state) => state.payments[openedId(state) ?? ""]?.posTid);
  const isOpen = shown !== undefined;
  const from = useRef<Element | null>(null);
  const last = useRef(shown);
  useEffect(() => {
    last.current = shown ?? last.current;
  }, [shown]);
  useEffect(() => {
    if (!isOpen) return;
    const focused = document.activeElement;
    from.current = focused;
    const opened = document.querySelector<HTMLElement>("[data-payment]");
    const list = opened?.parentElement?.firstElementChild;
    const isLeft = focused === null || focused === document.body || list?.contains(focused);
    if (isLeft && list?.checkVisibility({ visibilityProperty: true }) === false) opened?.focus();
    return () => {
      const isRow = from.current?.matches("[role=row]") === true;
      const row = isRow ? list?.querySelector(`[role=row][data-key="${last.current}"]`) : null;
      const before = row ?? from.current;
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [isOpen]);
  return isOpen;
}
