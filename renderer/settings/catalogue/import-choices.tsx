import { useTranslation } from "react-i18next";
import type { CsvQuestion } from "../../../contract/catalogue/catalogue.ts";
import { SelectField } from "../../kit/ui/select-field.tsx";
import type { ImportChoice, ImportedFile } from "./actions.ts";
import styles from "./catalogue.module.css";
import { useColumnName } from "./draft.ts";

const CODE_PAGES = [1252, 1250, 1251, 1253, 1254, 1256, 1257] as const;
const ENCODINGS = [
  ...(["utf-8", "utf-16le", "utf-16be"] as const),
  ...CODE_PAGES.map((page) => `windows-${page}` as const),
];

interface ImportChoicesProps {
  /** The questions of the first reading, which can be answered again */
  asked: readonly CsvQuestion[];
  read: ImportedFile;
  choice: ImportChoice;
  onChoose: (part: Partial<ImportChoice>) => void;
}

export function ImportChoices({ asked, read, choice, onChoose }: ImportChoicesProps) {
  const { t } = useTranslation();
  const columnName = useColumnName();
  const answered = asked.filter(({ field }) => !read.questions.some((each) => each.field === field));
  return (
    <>
      {(read.isGuess || choice.encoding) && (
        <section>
          <SelectField
            label={t("catalogue.encoding")}
            value={choice.encoding ?? read.encoding}
            onChange={(value) => {
              const encoding = ENCODINGS.find((each) => each === value);
              if (encoding) onChoose({ encoding });
            }}
          >
            {ENCODINGS.map((each) => (
              <option key={each} value={each}>
                {t(`catalogue.encodings.${each}`)}
              </option>
            ))}
          </SelectField>
          {read.questions.length === 0 && <p className={styles.hint}>{t("catalogue.encodingText")}</p>}
        </section>
      )}
      {[...answered, ...read.questions].map(({ field, columns }) => (
        <SelectField
          key={field}
          label={t("catalogue.columnFor", { field: columnName(field) })}
          value={choice.columns[field] === "" ? "none" : String(columns.indexOf(choice.columns[field] ?? ""))}
          onChange={(value) => onChoose({ columns: { [field]: columns[Number(value)] ?? "" } })}
        >
          <option value="-1" disabled>
            {t("catalogue.chooseColumn")}
          </option>
          {columns.map((column, index) => (
            <option key={column} value={index}>
              {column}
            </option>
          ))}
          {field !== "name" && field !== "price" && <option value="none">{t("catalogue.noColumn")}</option>}
        </SelectField>
      ))}
    </>
  );
}
