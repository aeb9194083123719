import type { CSSProperties } from "react";
import { inkOn, lowContrastTheme } from "../../kit/contrast.ts";
import type { RowTexts } from "../../kit/i18n/setting-texts.ts";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import styles from "../catalogue/catalogue.module.css";
import { isColour } from "./setting-draft.ts";

const EXAMPLE = "#3b76e0";

interface ColourFieldProps {
  texts: RowTexts;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

export function ColourField({ texts, value, isWrong, onChange }: ColourFieldProps) {
  const isShown = isColour(value);
  const theme = isShown ? lowContrastTheme(value) : null;
  const shown = isShown ? { background: value, color: inkOn(value) } : undefined;
  return (
    <div className={styles.accent}>
      <Field
        label={texts.label ?? ""}
        value={value}
        onChange={(colour) => onChange(colour.trim())}
        description={theme === null ? texts.hint : texts.lowContrast?.[theme]}
        problem={isWrong ? texts.problem : undefined}
        input={{ maxLength: 7, autoComplete: "off", placeholder: EXAMPLE }}
      />
      <label className={styles.sample} style={shown as CSSProperties}>
        <span className={layout.unseen}>{texts.choose}</span>
        <span aria-hidden>Aa</span>
        <input
          type="color"
          value={isShown ? value : EXAMPLE}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
