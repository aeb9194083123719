import { ArrowUpDown, Download, FileUp, Package, Plus, Search, Tags } from "lucide-react";
import { useEffect, useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { Catalogue } from "../../../contract/catalogue/catalogue.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import type { ImportedFile } from "./actions.ts";
import styles from "./catalogue.module.css";
import { CategoriesSheet } from "./categories-sheet.tsx";
import { grouped } from "./draft.ts";
import { ImportSheet } from "./import-sheet.tsx";
import { ProductList } from "./product-list.tsx";
import { ProductSheet } from "./product-sheet.tsx";
import { Tool } from "./tool.tsx";

type Open =
  | { kind: "product"; id: string | null }
  | { kind: "categories" }
  | { kind: "import"; file: Uint8Array; read: ImportedFile }
  | null;

export function ProductsSection() {
  const actions = useActions();
  const catalogue = useTill(({ shelf }) => shelf.catalogue);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    void actions.readCatalogue();
  }, [actions]);
  if (catalogue === null) return <Section>{null}</Section>;
  const close = () => setOpen(null);
  const isEmpty = catalogue.products.length === 0 && catalogue.categories.length === 0;
  return (
    <Section dense>
      {isEmpty ? <Nothing onOpen={setOpen} /> : <Products catalogue={catalogue} onOpen={setOpen} />}
      {open?.kind === "product" && <ProductSheet catalogue={catalogue} id={open.id} onClose={close} />}
      {open?.kind === "categories" && <CategoriesSheet catalogue={catalogue} onClose={close} />}
      {open?.kind === "import" && <ImportSheet before={catalogue} file={open.file} first={open.read} onClose={close} />}
    </Section>
  );
}

interface OpenProps {
  onOpen: (open: Open) => void;
}

function Nothing({ onOpen }: OpenProps) {
  const { t } = useTranslation();
  return (
    <Empty Icon={Package} title={t("catalogue.none")} text={t("catalogue.noneText")}>
      <div className={styles.invitation}>
        <Button kind="primary" Icon={Plus} onPress={() => onOpen({ kind: "product", id: null })}>
          {t("catalogue.addFirst")}
        </Button>
        <ImportButton isLarge onOpen={onOpen} />
      </div>
    </Empty>
  );
}

function ImportButton({ onOpen, isLarge = false }: OpenProps & { isLarge?: boolean }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <FileTrigger
      acceptedFileTypes={[".csv", ".txt", "text/csv"]}
      onSelect={async (files) => {
        const content = await files?.item(0)?.arrayBuffer();
        const file = content && new Uint8Array(content);
        const read = file ? await actions.readCatalogueFile(file, { columns: {} }) : null;
        if (file && read) onOpen({ kind: "import", file, read });
      }}
    >
      {isLarge ? (
        <Button Icon={FileUp}>{t("catalogue.import")}</Button>
      ) : (
        <Tool Icon={FileUp}>{t("catalogue.import")}</Tool>
      )}
    </FileTrigger>
  );
}

function Products({ catalogue, onOpen }: OpenProps & { catalogue: Catalogue }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [query, setQuery] = useState("");
  const [isOrdering, setIsOrdering] = useState(false);
  const groups = grouped(catalogue, isOrdering ? "" : query);
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.find}>
          <Field
            compact
            label={t("catalogue.search")}
            Icon={Search}
            value={query}
            onChange={setQuery}
            isDisabled={isOrdering}
            input={{ autoComplete: "off", maxLength: 100 }}
          />
        </div>
        <Tool isMain Icon={Plus} onPress={() => onOpen({ kind: "product", id: null })}>
          {t("catalogue.add")}
        </Tool>
      </div>
      <div className={styles.tools}>
        <Tool Icon={Tags} onPress={() => onOpen({ kind: "categories" })}>
          {t("catalogue.categories")}
        </Tool>
        <Tool Icon={ArrowUpDown} aria-pressed={isOrdering} onPress={() => setIsOrdering(!isOrdering)}>
          {t(isOrdering ? "catalogue.ordered" : "catalogue.order")}
        </Tool>
        <ImportButton onOpen={onOpen} />
        <Tool Icon={Download} onPress={() => void actions.exportCatalogue(t("catalogue.fileName"))}>
          {t("catalogue.export")}
        </Tool>
      </div>
      {groups.length === 0 && (
        <p className={layout.quiet}>{t(query === "" ? "catalogue.noProducts" : "catalogue.notFound")}</p>
      )}
      <ProductList
        groups={groups}
        onOpen={(id) => onOpen({ kind: "product", id })}
        ordering={isOrdering ? catalogue : null}
      />
    </>
  );
}
