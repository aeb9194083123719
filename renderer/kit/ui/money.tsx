import { moneyParts } from "../../../contract/money.ts";
import { useKit } from "../context.ts";
import styles from "./money.module.css";

export interface MoneyProps {
  amount: number;
  currency?: string;
  className?: string | undefined;
  /** How many digits after the separator have been typed: the rest is only the skeleton. All, unless told */
  typedDecimals?: number;
}

/** An amount with large digits and a small currency, in the terminal's own order. */
export function Money({ amount, currency, className, typedDecimals }: MoneyProps) {
  const terminal = useKit((state) => state.terminal);
  if (!terminal) return null;
  const { number, symbol, symbolFirst } = moneyParts(amount, currency ?? terminal.currency, terminal.locale);
  const cut = typedDecimals === undefined ? number.length : number.length - (decimalsIn(number) - typedDecimals);
  const digits = (
    <span className={styles.number}>
      {number.slice(0, cut)}
      {cut < number.length && <span className={styles.skeleton}>{number.slice(cut)}</span>}
    </span>
  );
  return (
    <span className={`${styles.money} ${className ?? ""}`} data-zero={amount === 0 || undefined}>
      {symbolFirst && <span className={styles.symbol}>{symbol}</span>}
      {digits}
      {!symbolFirst && <span className={styles.symbol}>{symbol}</span>}
    </span>
  );
}

function decimalsIn(number: string): number {
  return /\D(\d*)$/.exec(number)?.[1]?.length ?? 0;
}
