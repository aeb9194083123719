import { useState } from "react";
import { Checkbox, CheckboxGroup, Label } from "react-aria-components";
import { useTranslation } from "react-i18next";
import {
  MAX_KEEP_DAYS,
  MAX_SCOPE_TEXT,
  type PermissionPreset,
  SCOPES,
  type Scope,
} from "../../../contract/customers/permissions.ts";
import {
  type CustomerLanguage,
  customerLanguageOf,
  LANGUAGE_NAMES,
} from "../../../contract/values/customer-language.ts";
import { CUSTOMER_DATA } from "../../kit/i18n/customer-data.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { LanguageChoice } from "../../kit/ui/language-choice.tsx";
import layout from "../../kit/ui/layout.module.css";
import { LinesField } from "../../kit/ui/lines-field.tsx";
import message from "../../kit/ui/message.module.css";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useErrorText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import { draftOf, hasAllFields, type PresetDraft, presetOf } from "./preset-draft.ts";
import styles from "./presets.module.css";
import { useRetentionText } from "./words.ts";

interface PresetSheetProps {
  preset: PermissionPreset | null;
  presets: readonly PermissionPreset[];
  onClose: () => void;
}

export function PresetSheet({ preset, presets, onClose }: PresetSheetProps) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const actions = useActions();
  const { isBusy, main } = useTill(({ busy, shell, terminal }) => ({
    isBusy: busy.presets === true,
    main: shell.usualLanguage ?? customerLanguageOf(terminal?.locale ?? "en"),
  }));
  const [draft, setDraft] = useState(() => draftOf(preset));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(preset));
  useUnsaved(isChanged);
  const isReady = isChanged && hasAllFields(draft, main) && !isBusy;
  const change = (changed: Partial<PresetDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const save = async () => {
    const next = presetOf(draft, { id: preset?.id ?? null, main, taken: presets.map(({ id }) => id) });
    const items = preset === null ? [...presets, next] : presets.map((other) => (other.id === next.id ? next : other));
    if (await actions.savePresets(items)) onClose();
  };
  return (
    <Sheet
      wide
      title={preset === null ? t("presets.newTitle") : t("presets.changeTitle", { name: preset.name })}
      onClose={onClose}
      isChanged={isChanged}
      footer={
        <Button kind="primary" isDisabled={!isReady} onPress={() => void save()}>
          {t(isBusy ? "presets.saving" : "presets.save")}
        </Button>
      }
    >
      <PresetProblem />
      <div className={layout.columns}>
        <div className={layout.column}>
          <Field
            label={t("presets.name")}
            value={draft.name}
            onChange={(name) => change({ name })}
            autoFocus={preset === null}
            description={t("presets.nameHint")}
            input={{ maxLength: 40, autoComplete: "off" }}
          />
          <Field
            label={t("presets.purpose")}
            value={draft.purpose}
            onChange={(purpose) => change({ purpose })}
            description={t("presets.purposeHint")}
            input={{ maxLength: 100, autoComplete: "off" }}
          />
          <Terms url={draft.termsUrl} onChange={(termsUrl) => change({ termsUrl })} />
          <Keep days={draft.keepDays} onChange={(keepDays) => change({ keepDays })} />
          <Texts main={main} texts={draft.texts} onChange={(texts) => change({ texts })} />
        </div>
        <Scopes scope={draft.scope} onChange={(scope) => change({ scope })} />
      </div>
    </Sheet>
  );
}

function Terms({ url, onChange }: { url: string; onChange: (url: string) => void }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  return (
    <Field
      label={t("presets.terms")}
      value={url}
      onChange={onChange}
      description={t("presets.termsHint")}
      input={{ maxLength: 2048, autoComplete: "off", type: "url", placeholder: "https://" }}
    />
  );
}

const DAYS = [0, 1, 7, 14, MAX_KEEP_DAYS];

function Keep({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const words = useRetentionText();
  const offered = [...new Set([...DAYS, days])].sort((one, other) => one - other);
  return (
    <SelectField label={t("presets.keepFor")} value={String(days)} onChange={(value) => onChange(Number(value))}>
      {offered.map((each) => (
        <option key={each} value={each}>
          {words(each)}
        </option>
      ))}
    </SelectField>
  );
}

interface TextsProps {
  main: CustomerLanguage;
  texts: PresetDraft["texts"];
  onChange: (texts: PresetDraft["texts"]) => void;
}

function Texts({ main, texts, onChange }: TextsProps) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const [language, setLanguage] = useState(main);
  const named = { language: LANGUAGE_NAMES[main] };
  const length = texts[language].length;
  const count = t("presets.count", { count: length, most: MAX_SCOPE_TEXT });
  const isMissing = texts[main].trim() === "" && language !== main;
  return (
    <div className={layout.closeStack}>
      <LanguageChoice label={t("presets.language")} value={language} onChange={setLanguage} />
      <div lang={language}>
        <LinesField
          label={t("presets.text")}
          value={texts[language]}
          // The service accepts one line of limited length.
          onChange={(text) => onChange({ ...texts, [language]: text.replace(/\s/g, " ").slice(0, MAX_SCOPE_TEXT) })}
          hint={count}
          problem={isMissing ? t("presets.mainText", named) : undefined}
        />
      </div>
      <p className={layout.quiet}>{t("presets.languageHint", named)}</p>
    </div>
  );
}

/** `openid` is added automatically when another scope needs it. */
const OFFERED: readonly Scope[] = SCOPES.filter((scope) => scope !== "openid");

function Scopes({ scope, onChange }: { scope: readonly Scope[]; onChange: (scope: Scope[]) => void }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const hidden = scope.filter((each) => !OFFERED.includes(each));
  return (
    <CheckboxGroup
      className={styles.scopes}
      value={[...scope]}
      onChange={(chosen) => onChange([...hidden, ...OFFERED.filter((each) => chosen.includes(each))])}
    >
      <Label className={styles.scopesTitle}>{t("presets.scopes")}</Label>
      {OFFERED.map((each) => (
        <Checkbox key={each} value={each} className={styles.scope}>
          <span className={styles.box} aria-hidden />
          {t(`scope.${each}`)}
        </Checkbox>
      ))}
      <p className={layout.quiet}>{t("presets.scopesHint")}</p>
    </CheckboxGroup>
  );
}

export function PresetProblem() {
  const errorText = useErrorText();
  const problem = useTill((state) => state.customerData.problem);
  if (problem === null) return null;
  return (
    <p className={message.wrong} role="alert">
      {errorText(problem)}
    </p>
  );
}
