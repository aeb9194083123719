import type { ReactNode } from "react";
import type { SettingRow } from "../../../contract/values/setting-rows.ts";
import type { RowTexts } from "../../kit/i18n/setting-texts.ts";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import styles from "../catalogue/catalogue.module.css";
import type { RateDraft } from "../catalogue/draft.ts";
import { usePicture } from "../catalogue/picture.ts";
import { PictureField } from "../catalogue/picture-field.tsx";
import { RateField } from "../catalogue/rate-field.tsx";
import { ColourField } from "./colour-field.tsx";
import { type DraftField, OFF, type SettingsDraft } from "./setting-draft.ts";

export interface SettingFieldProps {
  /** Of the row, and of its draft (`tips.presets`) */
  path: string;
  row: SettingRow;
  texts: RowTexts;
  draft: SettingsDraft;
  /** Paths of invalid fields */
  problems: readonly string[];
  onChange: (path: string, field: DraftField) => void;
  /** The till's locale */
  locale: string;
  /** The chosen variant around the row */
  variant?: string;
}

/** Shows a row's control. */
export function SettingField(props: SettingFieldProps) {
  const { path, row, texts, draft, problems, locale } = props;
  const { label = "", hint, none = "" } = texts;
  const field = draft[path] ?? "";
  const text = String(field);
  const isWrong = problems.includes(path);
  const onChange = (next: DraftField) => props.onChange(path, next);
  switch (row.control) {
    case "switch":
      return (
        <WithHint hint={hint}>
          <Switch isSelected={field === true} onChange={onChange}>
            {label}
          </Switch>
        </WithHint>
      );
    case "choice":
      return (
        <WithHint title={label} hint={texts.hints?.[text] ?? hint}>
          <Segmented fill label={label} value={text} onChange={onChange} options={optionsOf(row, texts)} />
        </WithHint>
      );
    case "vatRate":
      return (
        <WithHint hint={hint}>
          <RateField
            label={label}
            none={none}
            locale={locale}
            isWrong={isWrong}
            onChange={onChange}
            value={field as RateDraft}
          />
        </WithHint>
      );
    case "text": {
      const input = { maxLength: row.maxLength, autoComplete: "off", placeholder: texts.example };
      return <Field label={label} value={text} onChange={onChange} description={hint} input={input} />;
    }
    case "colour":
      return <ColourField texts={texts} isWrong={isWrong} onChange={onChange} value={text} />;
    case "picture":
      return <Picture title={label} hint={hint} value={text || null} onChange={onChange} />;
    case "presets":
      return <PresetsField {...props} row={row} />;
    case "variants":
      return <VariantsField {...props} row={row} />;
  }
}

type RowProps<C> = SettingFieldProps & { row: Extract<SettingRow, { control: C }> };

const optionsOf = (row: SettingRow | undefined, texts: RowTexts = {}) =>
  (row?.control === "choice" ? row.options : []).map((value) => ({ value, label: texts.options?.[value] ?? value }));

interface WithHintProps {
  title?: string;
  hint: string | undefined;
  children: ReactNode;
}

function WithHint({ title, hint, children }: WithHintProps) {
  return (
    <div>
      {title && <h4 className={layout.fieldTitle}>{title}</h4>}
      {children}
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

interface PictureProps extends Omit<WithHintProps, "children"> {
  value: string | null;
  onChange: (id: string) => void;
}

function Picture({ title, hint, value, onChange }: PictureProps) {
  const address = usePicture(value);
  return (
    <WithHint title={title} hint={hint}>
      {address !== null && <img className={styles.logo} src={address} alt="" />}
      <PictureField value={value} onChange={(picture) => onChange(picture ?? "")} />
    </WithHint>
  );
}

function PresetsField({ path, row, texts, draft, problems, onChange, variant = OFF }: RowProps<"presets">) {
  const field = `${path}.${row.units[variant]}`;
  return (
    <Field
      label={texts.options?.[variant] ?? ""}
      value={String(draft[field])}
      onChange={(text) => onChange(field, text)}
      description={texts.hint}
      problem={problems.includes(path) ? texts.problem : undefined}
      input={{ maxLength: 60, autoComplete: "off" }}
    />
  );
}

function VariantsField({ row, ...props }: RowProps<"variants">) {
  const { path, texts, draft, onChange } = props;
  const variant = String(draft[path]);
  const { [row.by]: choice, ...others } = row.fields;
  const choiceTexts = texts.fields?.[row.by];
  return (
    <>
      <Segmented
        fill
        label={choiceTexts?.label ?? ""}
        value={variant}
        onChange={(next) => onChange(path, next)}
        options={[{ value: OFF, label: texts.none ?? "" }, ...optionsOf(choice, choiceTexts)]}
      />
      {variant !== OFF &&
        Object.entries(others).map(([name, other]) => (
          <SettingField
            key={name}
            {...props}
            path={`${path}.${name}`}
            row={other}
            texts={texts.fields?.[name] ?? {}}
            variant={variant}
          />
        ))}
    </>
  );
}
