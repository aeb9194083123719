import { Banner } from "../shell/banner.tsx";
import { useTill } from "../store/store.ts";
import { AmountPanel } from "./amount-panel.tsx";
import styles from "./charge.module.css";
import { Keypad } from "./keypad.tsx";

/** Keying in what is to be paid. */
export function Charge() {
  const isDown = useTill((state) => state.terminal !== null && state.terminal.connectivity !== "online");
  return (
    <div className={styles.screen} data-banner={isDown || undefined}>
      {isDown && <Banner />}
      <AmountPanel />
      <Keypad />
    </div>
  );
}
