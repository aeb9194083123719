import { useTranslation } from "react-i18next";
import { CODE_PAGES, type CodePage, QR_METHODS } from "../../../contract/receipts/receipts.ts";
import { Field } from "../../kit/ui/field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { codePageOf, columnsFor, type PrinterDraft, type PrinterProblems } from "./printer-draft.ts";
import styles from "./receipts.module.css";

export interface PrinterFieldsProps {
  draft: PrinterDraft;
  problems: PrinterProblems;
  onChange: (part: Partial<PrinterDraft>) => void;
}

const CODE_PAGE_NAMES: Record<CodePage, string> = {
  cp858: "CP858",
  windows1252: "Windows-1252",
  cp865: "CP865",
  cp850: "CP850",
  cp852: "CP852: ąćęłńóśźż",
  windows1250: "Windows-1250: ąćęłńóśźż",
  windows1251: "Windows-1251: Кирилиця",
  cp866: "CP866: Кирилиця",
};

export function PrinterAddress({ draft, problems, onChange }: PrinterFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {draft.kind === "network" ? (
        <div className={styles.pair}>
          <Field
            label={t("printer.host")}
            value={draft.host}
            onChange={(host) => onChange({ host })}
            description={t("printer.hostHint")}
            problem={problems.host && draft.host !== "" ? t("printer.hostProblem") : undefined}
            input={{ autoComplete: "off", spellCheck: false, maxLength: 253 }}
          />
          <Field
            label={t("printer.port")}
            value={draft.port}
            onChange={(port) => onChange({ port })}
            problem={problems.port ? t("printer.portProblem") : undefined}
            input={{ inputMode: "numeric", autoComplete: "off", maxLength: 5 }}
          />
        </div>
      ) : (
        <Field
          label={t("printer.local")}
          value={draft.local}
          onChange={(local) => onChange({ local })}
          description={t("printer.localHint")}
          problem={problems.local && draft.local !== "" ? t("printer.localProblem") : undefined}
          input={{ autoComplete: "off", spellCheck: false, maxLength: 127 }}
        />
      )}
      <Letters draft={draft} problems={problems} onChange={onChange} />
    </>
  );
}

export function PrinterPaper({ draft, onChange }: PrinterFieldsProps) {
  const { t } = useTranslation();
  const columns = columnsFor(draft.width);
  return (
    <Group title={t("printer.width")}>
      <Segmented
        fill
        label={t("printer.width")}
        value={draft.width === 58 ? "narrow" : "wide"}
        onChange={(width) => onChange(width === "narrow" ? { width: 58, columns: 32 } : { width: 80, columns: 42 })}
        options={[
          { value: "narrow", label: t("printer.widths.narrow") },
          { value: "wide", label: t("printer.widths.wide") },
        ]}
      />
      {columns.length > 1 && (
        <div>
          <h4 className={layout.fieldTitle}>{t("printer.columns")}</h4>
          <Segmented
            fill
            label={t("printer.columns")}
            value={String(draft.columns)}
            onChange={(chosen) => onChange({ columns: columns.find((count) => String(count) === chosen) ?? 42 })}
            options={columns.map((count) => ({ value: String(count), label: String(count) }))}
          />
        </div>
      )}
      <Switch isSelected={draft.cut} onChange={(cut) => onChange({ cut })}>
        {t("printer.cut")}
      </Switch>
      <Switch isSelected={draft.drawer} onChange={(drawer) => onChange({ drawer })}>
        {t("printer.drawer")}
      </Switch>
      <div>
        <h4 className={layout.fieldTitle}>{t("printer.qr")}</h4>
        <Segmented
          fill
          label={t("printer.qr")}
          value={draft.qr ?? "native"}
          onChange={(qr) => onChange({ qr })}
          options={QR_METHODS.map((value) => ({ value, label: t(`printer.qrMethods.${value}`) }))}
        />
      </div>
      <p className={layout.quiet}>{t("printer.qrHint")}</p>
    </Group>
  );
}

function Letters({ draft, problems, onChange }: PrinterFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t("printer.codePage")}
        value={draft.codePage}
        onChange={(name) => onChange({ codePage: codePageOf(name) })}
      >
        {CODE_PAGES.map((name) => (
          <option key={name} value={name}>
            {CODE_PAGE_NAMES[name]}
          </option>
        ))}
      </SelectField>
      <p className={layout.quiet}>{t("printer.codePageHint")}</p>
      <Field
        label={t("printer.codePageNumber")}
        value={draft.codePageNumber}
        onChange={(codePageNumber) => onChange({ codePageNumber })}
        description={t("printer.codePageNumberHint")}
        problem={problems.codePageNumber ? t("printer.codePageNumberProblem") : undefined}
        input={{ inputMode: "numeric", autoComplete: "off", maxLength: 3 }}
      />
    </>
  );
}
