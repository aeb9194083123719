import { useTranslation } from "react-i18next";
import {
  type Catalogue,
  type CatalogueContent,
  type CsvProblem,
  nameIn,
  type Product,
  type ReadCatalogueFile,
} from "../../../contract/catalogue.ts";
import { Button } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useSay } from "../../kit/ui/use-say.ts";
import { useActions, useTill } from "../../store/store.tsx";
import styles from "./catalogue.module.css";
import { differences } from "./draft.ts";

interface ImportSheetProps {
  before: Catalogue;
  read: ReadCatalogueFile;
  onClose: () => void;
}

/** What a file would change, before anything is. */
export function ImportSheet({ before, read, onClose }: ImportSheetProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill(({ busy }) => busy.catalogue === true);
  const { price, facts } = useFacts();
  const { added, changed } = differences(before, read.catalogue);
  const count = added.length + changed.length;
  const nothing = read.problems.length > 0 ? "catalogue.previewUnread" : "catalogue.previewNone";
  const previewText = count === 0 ? nothing : "catalogue.previewText";
  const take = async () => {
    const { version, catalogue } = read;
    const left = await actions.saveCatalogue({ ...catalogue, version });
    // Read over what is no longer the catalogue: the file has to be read again.
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
          <Button kind="primary" isDisabled={count === 0 || isBusy} onPress={() => void take()}>
            {count === 0 ? t("catalogue.nothingToImport") : t("catalogue.importCount", { count })}
          </Button>
        </>
      }
    >
      <div className={styles.preview}>
        <p className={layout.prose}>{t(previewText)}</p>
        {read.problems.length > 0 && <Problems problems={read.problems} />}
        <Changes
          title={t("catalogue.added", { count: added.length })}
          rows={added.map(({ id, name, amount }) => ({ id, name, was: null, now: price(amount) }))}
        />
        <Changes
          title={t("catalogue.changed", { count: changed.length })}
          rows={changed.map(({ was, product }) => {
            const [old, now] = [facts(was, before), facts(product, read.catalogue)];
            const other = old.map((fact, index) => fact !== now[index]);
            const told = (all: readonly string[]) => all.filter((_, index) => other[index]).join(" · ");
            return {
              id: product.id,
              name: product.name,
              was: told(old) || null,
              now: told(now) || price(product.amount),
            };
          })}
        />
      </div>
    </Sheet>
  );
}

/** What is said of a product, in the order of its columns. */
function useFacts() {
  const { t } = useTranslation();
  const { money, percent } = useFormat();
  const { currency, language } = useTill(({ terminal, ...state }) => ({
    language: state.language,
    currency: terminal?.currency ?? "NOK",
  }));
  const price = (amount: number) => money(amount, currency);
  const facts = ({ name, amount, vatRate, category }: Product, { categories }: CatalogueContent) => {
    const own = categories.find(({ id }) => id === category);
    return [
      name,
      price(amount),
      t("catalogue.vatOf", { rate: percent(vatRate) }),
      own ? nameIn(own, language) : t("catalogue.noCategory"),
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

/** Columns of a file that something may be wrong in. */
const COLUMNS = ["id", "name", "price", "vat", "category", "barcode", "scale", "colour", "slot"] as const;

/** The rows that are left out, and why. */
function Problems({ problems }: { problems: readonly CsvProblem[] }) {
  const { t } = useTranslation();
  const say = useSay();
  const placeOf = (row: number, field: string | null) => {
    const column = COLUMNS.find((each) => each === field);
    return column === undefined
      ? t("catalogue.row", { row })
      : t("catalogue.cell", { row, field: t(`catalogue.columns.${column}`) });
  };
  return (
    <section className={styles.problems} role="alert">
      <h3 className={styles.fieldTitle}>{t("catalogue.leftOut", { count: problems.length })}</h3>
      <ul className={styles.changes}>
        {problems.map(({ row, field, message, because }) => (
          <li key={`${row} ${field}`}>
            <span>{placeOf(row, field)}</span>
            <span>{t("catalogue.mustBe", { what: say(because, message) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
