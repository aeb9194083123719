import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { inkOn } from "../../kit/contrast.ts";
import { Field } from "../../kit/ui/field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import styles from "./catalogue.module.css";
import { type CounterFieldsProps, isColour, lowContrastTheme } from "./counter-draft.ts";
import { PictureField } from "./picture-field.tsx";
import { usePicture } from "./thumb.tsx";

export function CustomerFields({ draft, problems, onChange }: CounterFieldsProps) {
  const { t } = useTranslation();
  const { accent, appName, logo } = draft;
  const address = usePicture(logo);
  const isShown = isColour(accent);
  const hardTheme = isShown ? lowContrastTheme(accent) : null;
  const shown = isShown ? { background: accent, color: inkOn(accent) } : undefined;
  return (
    <Group title={t("counterSettings.customers")}>
      <Field
        label={t("counterSettings.appName")}
        value={appName}
        onChange={(name) => onChange({ appName: name })}
        description={t("counterSettings.appNameHint")}
        input={{ maxLength: 40, autoComplete: "off", placeholder: t("counterSettings.appNameExample") }}
      />
      <div className={styles.accent}>
        <Field
          label={t("counterSettings.accent")}
          value={accent}
          onChange={(colour) => onChange({ accent: colour.trim() })}
          description={t(hardTheme === null ? "counterSettings.accentHint" : `counterSettings.hard.${hardTheme}`)}
          problem={problems.includes("accent") ? t("counterSettings.accentProblem") : undefined}
          input={{ maxLength: 7, autoComplete: "off", placeholder: "#3b76e0" }}
        />
        <label className={styles.sample} style={shown as CSSProperties}>
          <span className={layout.unseen}>{t("counterSettings.chooseAccent")}</span>
          <span aria-hidden>Aa</span>
          <input
            type="color"
            value={isShown ? accent : "#3b76e0"}
            onChange={(event) => onChange({ accent: event.currentTarget.value })}
          />
        </label>
      </div>
      <div>
        <h4 className={layout.fieldTitle}>{t("counterSettings.logo")}</h4>
        {address !== null && <img className={styles.logo} src={address} alt="" />}
        <PictureField value={logo} onChange={(picture) => onChange({ logo: picture })} />
        <p className={styles.hint}>{t("counterSettings.logoHint")}</p>
      </div>
    </Group>
  );
}
