import { AmountPanel } from "./amount-panel.tsx";
import styles from "./charge.module.css";
import { Keypad } from "./keypad.tsx";

/** Keying in what is to be paid. */
export function Charge() {
  return (
    <div className={styles.screen}>
      <AmountPanel />
      <Keypad />
    </div>
  );
}
