import { FileDown } from "lucide-react";
import { useEffect } from "react";
import { ProgressBar } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { CSV_SEPARATORS, EXPORT_KINDS, usualSeparator } from "../../../contract/accounting/exports.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Choice } from "../../kit/ui/choice.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { ExportResult } from "./export-result.tsx";
import styles from "./exports.module.css";
import { PeriodFields } from "./period-fields.tsx";
import { isPeriod } from "./presets.ts";
import { SaftFields } from "./saft-fields.tsx";

export function ExportScreen() {
  const actions = useActions();
  useEffect(() => void actions.readExports(), [actions]);
  return (
    <Section>
      <Wish />
      <ExportResult />
    </Section>
  );
}

function Wish() {
  const { t } = useTranslation();
  const actions = useActions();
  const { selection, isMaking, isReady } = useTill(({ exports }) => ({
    selection: exports.selection,
    isMaking: exports.isMaking,
    isReady: exports.options !== null,
  }));
  return (
    <form
      className={styles.form}
      data-testid="export-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPeriod(selection) && isReady && !isMaking) void actions.makeExport();
      }}
    >
      <div className={styles.part}>
        <h3 className={styles.heading}>{t("exports.what")}</h3>
        <Segmented
          label={t("exports.what")}
          value={selection.kind}
          onChange={(kind) => actions.selectExport({ kind })}
          options={EXPORT_KINDS.map((value) => ({ value, label: t(`exports.kinds.${value}`) }))}
        />
        <p className={styles.quiet}>{t(`exports.about.${selection.kind}`)}</p>
      </div>
      <PeriodFields />
      {selection.kind === "csv" && <CsvFields />}
      {selection.kind === "saft" && <SaftFields />}
      <div className={styles.go}>
        <Button kind="primary" type="submit" Icon={FileDown} isDisabled={!isPeriod(selection) || !isReady || isMaking}>
          {t(isMaking ? "exports.making" : "exports.make")}
        </Button>
        {isMaking && <Progress />}
      </div>
    </form>
  );
}

function CsvFields() {
  const { t } = useTranslation();
  const actions = useActions();
  const { csv, locale } = useTill(({ exports, terminal }) => ({
    csv: exports.options?.csv ?? null,
    locale: terminal?.locale ?? "en-GB",
  }));
  if (csv === null) return null;
  const names = { ";": "semicolon", ",": "comma", tab: "tab" } as const;
  const label = (value: (typeof CSV_SEPARATORS)[number]) =>
    value === "auto"
      ? t("exports.separators.auto", { name: t(`exports.separators.${names[usualSeparator(locale)]}`) })
      : t(`exports.separators.${names[value]}`);
  return (
    <div className={styles.inline}>
      <span className={styles.quiet}>{t("exports.separator")}</span>
      <Choice
        label={t("exports.separator")}
        value={csv.separator}
        options={CSV_SEPARATORS.map((value) => ({ value, label: label(value) }))}
        onChange={(separator) => actions.changeCsv({ separator })}
      />
      <Switch isSelected={csv.bom} onChange={(bom) => actions.changeCsv({ bom })}>
        {t("exports.bom")}
      </Switch>
    </div>
  );
}

function Progress() {
  const { t } = useTranslation();
  const progress = useTill(({ exports }) => exports.progress);
  if (progress === null) return null;
  const { rows, total } = progress;
  return (
    <ProgressBar
      aria-label={t("exports.making")}
      value={Math.min(rows, total)}
      maxValue={Math.max(1, total)}
      className={layout.progress}
    >
      <span className={layout.track}>
        <span
          className={layout.fill}
          style={{ inlineSize: `${(100 * Math.min(rows, total)) / Math.max(1, total)}%` }}
        />
      </span>
      <span className={styles.quiet}>{t("exports.progress", { rows, total })}</span>
    </ProgressBar>
  );
}
