import { type ReactNode, useEffect, useRef } from "react";
import { openPaymentId } from "../../store/select.ts";
import { useTill } from "../../store/store.ts";
import { PaymentDetail } from "./detail.tsx";
import { PaymentListPanel } from "./list.tsx";
import styles from "./payments.module.css";

/**
 * A list with its open payment next to it, or over it in a narrow window. The list keeps its selection and scroll
 * position.
 */
export function ListAndPayment({ children }: { children: ReactNode }) {
  const isOpen = useIsPaymentOpen();
  return (
    <div className={styles.screen} data-alone data-detail={isOpen || undefined}>
      {children}
      {isOpen && <PaymentDetail />}
    </div>
  );
}

/**
 * True when a payment is open. It takes the focus when it covers the list; closing it returns the focus to its row or
 * origin.
 */
function useIsPaymentOpen(): boolean {
  const shown = useTill((state) => state.payments[openPaymentId(state) ?? ""]?.posTid);
  const isOpen = shown !== undefined;
  const focusOrigin = useRef<Element | null>(null);
  const last = useRef(shown);
  useEffect(() => {
    last.current = shown ?? last.current;
  }, [shown]);
  useEffect(() => {
    if (!isOpen) return;
    const focused = document.activeElement;
    focusOrigin.current = focused;
    const opened = document.querySelector<HTMLElement>("[data-payment]");
    const list = opened?.parentElement?.firstElementChild;
    const isFocusLost = focused === null || focused === document.body || list?.contains(focused);
    if (isFocusLost && list?.checkVisibility({ visibilityProperty: true }) === false) opened?.focus();
    return () => {
      const isRow = focusOrigin.current?.matches("[role=row]") === true;
      const row = isRow ? list?.querySelector(`[role=row][data-key="${last.current}"]`) : null;
      const before = row ?? focusOrigin.current;
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body || document.activeElement === null;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [isOpen]);
  return isOpen;
}

export function Payments() {
  const isOpen = useIsPaymentOpen();
  return (
    <div className={styles.screen} data-detail={isOpen || undefined}>
      <PaymentListPanel />
      <PaymentDetail />
    </div>
  );
}
