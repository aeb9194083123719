import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Catalogue,
  type CatalogueContent,
  type CsvProblem,
  localisedName,
  type Product,
} from "../../../contract/catalogue/catalogue.ts";
import { Button } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import type { ImportChoice, ImportedFile } from "./actions.ts";
import styles from "./catalogue.module.css";
import { differences, useColumnName } from "./draft.ts";
import { ImportChoices } from "./import-choices.tsx";

interface ImportSheetProps {
  before: Catalogue;
  /** The content when it was chosen; the file may have changed since */
  file: Uint8Array;
  /** The first reading */
  first: ImportedFile;
  onClose: () => void;
}

export function ImportSheet({ before, file, first, onClose }: ImportSheetProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const { percent } = useFormat();
  const { read, choice, isStale, choose } = useReading(file, first);
  const isBusy = useTill(({ busy }) => busy.catalogue === true);
  const { added, changed } = differences(before, read.catalogue);
  const count = added.length + changed.length;
  const problems = read.problems.filter(({ because }) => because.code !== "csv_column");
  const importCatalogue = async () => {
    const { version, catalogue } = read;
    const left = await actions.saveCatalogue({ ...catalogue, version });
    // The catalogue has changed: read the file again.
    if (left !== version) onClose();
  };
  return (
    <Sheet
      wide
      title={t("catalogue.preview")}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          <Button kind="primary" isDisabled={count === 0 || isBusy || isStale} onPress={() => void importCatalogue()}>
            {count === 0 ? t("catalogue.nothingToImport") : t("catalogue.importCount", { count })}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <p className={layout.prose}>{t(introOf(read, count))}</p>
        <ImportChoices asked={first.questions} read={read} choice={choice} onChoose={(part) => void choose(part)} />
        {read.unread.length > 0 && read.questions.length === 0 && (
          <p>{t("catalogue.notRead", { columns: read.unread.join(", ") })}</p>
        )}
        {read.defaultVatRate !== null && added.length > 0 && (
          <p>{t("catalogue.defaultVat", { rate: percent(read.defaultVatRate) })}</p>
        )}
        {problems.length > 0 && <Problems problems={problems} />}
        <Additions products={added} content={read.catalogue} />
        <Alterations changed={changed} before={before} after={read.catalogue} />
      </div>
    </Sheet>
  );
}

/** The latest reading with its choices; `isStale` after a failed one. */
function useReading(file: Uint8Array, first: ImportedFile) {
  const actions = useActions();
  const [shown, setShown] = useState({ read: first, choice: { columns: {} } as ImportChoice, isStale: false });
  const wanted = useRef(shown.choice);
  const isReading = useRef(false);
  const choose = async (part: Partial<ImportChoice>): Promise<void> => {
    wanted.current = { ...wanted.current, ...part, columns: { ...wanted.current.columns, ...part.columns } };
    if (isReading.current) return;
    isReading.current = true;
    const choice = wanted.current;
    const read = await actions.readCatalogueFile(file, choice);
    isReading.current = false;
    if (read && wanted.current !== choice) return choose({});
    setShown((was) => (read ? { read, choice, isStale: false } : { ...was, isStale: true }));
  };
  return { ...shown, choose };
}

function Additions({ products, content }: { products: readonly Product[]; content: CatalogueContent }) {
  const { t } = useTranslation();
  const { facts } = useFacts();
  const rows = products.map((product) => {
    const [name = "", ...others] = facts(product, content);
    return { id: product.id, name, was: null, now: others.filter((fact) => fact !== "").join(" · ") };
  });
  return <Changes title={t("catalogue.added", { count: rows.length })} rows={rows} />;
}

interface AlterationsProps {
  changed: ReturnType<typeof differences>["changed"];
  before: CatalogueContent;
  after: CatalogueContent;
}

function Alterations({ changed, before, after }: AlterationsProps) {
  const { t } = useTranslation();
  const { price, facts } = useFacts();
  const rows = changed.map(({ was: previous, product }) => {
    const [old, now] = [facts(previous, before), facts(product, after)];
    const other = old.map((fact, index) => fact !== now[index]);
    const changedFacts = (all: readonly string[]) =>
      all.filter((fact, index) => other[index] && fact !== "").join(" · ");
    const fallback = changedFacts(old) ? "–" : price(product.amount);
    return { id: product.id, name: product.name, was: changedFacts(old) || null, now: changedFacts(now) || fallback };
  });
  return <Changes title={t("catalogue.changed", { count: rows.length })} rows={rows} />;
}

function introOf({ questions, problems }: ImportedFile, count: number) {
  if (questions.length > 0) return "catalogue.previewQuestions";
  if (count > 0) return "catalogue.previewText";
  return problems.length > 0 ? "catalogue.previewUnread" : "catalogue.previewNone";
}

function useFacts() {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  const { currency, language } = useTill(({ terminal, ...state }) => ({
    language: state.language,
    currency: terminal?.currency ?? "NOK",
  }));
  const price = (amount: number) => money(amount, currency);
  const facts = (
    { name, amount, vatRate, category, barcode = "", scale, slot }: Product,
    { categories }: CatalogueContent,
  ) => {
    const own = categories.find(({ id }) => id === category);
    return [
      name,
      price(amount),
      t("catalogue.vatOf", { rate: percent(vatRate) }),
      own ? localisedName(own, language) : t("catalogue.noCategory"),
      barcode,
      scale === undefined ? "" : t(`catalogue.sold.${scale}`),
      slot === undefined ? "" : `${t("catalogue.slot")} ${slot}`,
    ];
  };
  return { price, facts };
}

interface ChangesProps {
  title: string;
  rows: { id: string; name: string; was: string | null; now: string }[];
}

function Changes({ title, rows }: ChangesProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className={styles.fieldTitle}>{title}</h3>
      <ul className={styles.changes}>
        {rows.map(({ id, name, was, now }) => (
          <li key={id}>
            <span>{name}</span>
            <span>
              {was !== null && <s>{was}</s>} {now}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ problems }: { problems: readonly CsvProblem[] }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const columnName = useColumnName();
  const placeOf = (row: number, field: string | null) =>
    field === null ? t("catalogue.row", { row }) : t("catalogue.cell", { row, field: columnName(field) });
  return (
    <section className={styles.problems} role="alert">
      <h3 className={styles.fieldTitle}>{t("catalogue.leftOut", { count: problems.length })}</h3>
      <ul className={styles.changes}>
        {problems.map(({ row, field, message, because, product, cell }) => (
          <li key={`${row} ${field}`}>
            <span>{[placeOf(row, field), product, field === "name" ? "" : cell].filter(Boolean).join(" · ")}</span>
            <span>{t("catalogue.mustBe", { what: reasonText(because, message) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
