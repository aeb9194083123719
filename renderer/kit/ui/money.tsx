import { moneyParts } from "../../../contract/values/money.ts";
import { useKit } from "../context.ts";
import { LANGUAGE_LOCALES } from "../i18n/index.ts";
import styles from "./money.module.css";

export interface MoneyProps {
  amount: number;
  currency?: string;
  className?: string | undefined;
  /** Number of decimals typed; the rest is greyed out. All by default */
  typedDecimals?: number;
}

export function Money({ amount, currency, className, typedDecimals }: MoneyProps) {
  const { own, locale } = useKit(({ terminal, language }) => ({
    own: terminal?.currency,
    locale: terminal?.locale ?? LANGUAGE_LOCALES[language],
  }));
  const shown = currency ?? own;
  if (shown === undefined) return null;
  const { number, symbol, symbolFirst } = moneyParts(amount, shown, locale);
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
