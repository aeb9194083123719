import { Check } from "lucide-react";
import type { CSSProperties } from "react";
import { Radio, RadioGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { inkOn } from "../../kit/contrast.ts";
import styles from "./catalogue.module.css";
import type { ProductDraft } from "./draft.ts";
import { PictureField } from "./picture-field.tsx";
import { Thumb } from "./thumb.tsx";

/** Distinct from the payment state colours, and readable with black or white text. */
const COLOURS = {
  sand: "#ead9c8",
  honey: "#f3e3b3",
  sage: "#d5e5c3",
  sky: "#cfe3ee",
  lilac: "#dcd6f0",
  rose: "#f0d3d9",
  stone: "#cdd3d8",
  cocoa: "#6b4f3f",
  slate: "#3a4652",
} as const;

interface LookFieldsProps {
  draft: Pick<ProductDraft, "name" | "colour" | "picture">;
  onChange: (part: Partial<ProductDraft>) => void;
}

export function LookFields({ draft, onChange }: LookFieldsProps) {
  const { t } = useTranslation();
  const { colour } = draft;
  const known = Object.entries(COLOURS) as [keyof typeof COLOURS, string][];
  const own: [null, string][] = colour === null || known.some(([, each]) => each === colour) ? [] : [[null, colour]];
  return (
    <div className={styles.look}>
      <Thumb isLarge product={draft} />
      <div className={styles.looks}>
        <h3 className={styles.fieldTitle}>{t("catalogue.look")}</h3>
        <RadioGroup
          className={styles.swatches}
          aria-label={t("catalogue.colour")}
          value={colour ?? ""}
          onChange={(value) => onChange({ colour: value === "" ? null : value })}
        >
          <Swatch value="" label={t("catalogue.noColour")} />
          {[...known, ...own].map(([name, value]) => (
            <Swatch key={value} value={value} label={name === null ? value : t(`catalogue.colours.${name}`)} />
          ))}
        </RadioGroup>
        <PictureField value={draft.picture} onChange={(picture) => onChange({ picture })} />
      </div>
    </div>
  );
}

function Swatch({ value, label }: { value: string; label: string }) {
  const style = value === "" ? undefined : { background: value, color: inkOn(value) };
  return (
    <Radio value={value} aria-label={label} className={styles.swatch}>
      <span style={style as CSSProperties}>
        <Check aria-hidden size={20} />
      </span>
    </Radio>
  );
}
