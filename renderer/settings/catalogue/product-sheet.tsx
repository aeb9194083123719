import { Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Catalogue, type CatalogueContent, localisedName } from "../../../contract/catalogue/catalogue.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { selectableRates } from "../../../contract/values/vat.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { showFirstProblem } from "../../kit/ui/first-problem.ts";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { type AmountEntry, useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import styles from "./catalogue.module.css";
import { type DraftProblem, draftOf, NEW_CATEGORY, type ProductDraft, problemsOf, withDraft } from "./draft.ts";
import { useLanguageName, useNameLanguages } from "./language-names.ts";
import { LookFields } from "./look-fields.tsx";
import { AddLanguage } from "./name-languages.tsx";
import { RateField } from "./rate-field.tsx";

interface ProductSheetProps {
  catalogue: Catalogue;
  id: string | null;
  onClose: () => void;
}

const newId = () => crypto.randomUUID().slice(0, 13);

export function ProductSheet(props: ProductSheetProps) {
  const { t } = useTranslation();
  const isBusy = useTill(({ busy }) => busy.catalogue === true || busy.picture === true);
  const { product, form, fields, isChanged, isAsked, save, remove } = useProductForm(props);
  return (
    <Sheet
      wide
      title={t(product ? "catalogue.edit" : "catalogue.new")}
      onClose={props.onClose}
      isChanged={isChanged}
      footer={
        <>
          {product && (
            <GuardedButton kind="quiet" Icon={Trash2} isDisabled={isBusy} onPress={() => void remove()}>
              {t(isAsked ? "catalogue.removeReally" : "catalogue.remove")}
            </GuardedButton>
          )}
          <Button kind="primary" isDisabled={isBusy} onPress={() => void save()}>
            {t("catalogue.save")}
          </Button>
        </>
      }
    >
      <div className={styles.sheet} ref={form}>
        <Fields {...fields} />
      </div>
    </Sheet>
  );
}

function useProductForm({ catalogue, id, onClose }: ProductSheetProps) {
  const actions = useActions();
  const { currency, locale } = useTill(({ terminal }) => ({
    currency: terminal?.currency ?? "NOK",
    locale: terminal?.locale ?? "en",
  }));
  const product = catalogue.products.find((each) => each.id === id) ?? null;
  const [ownId] = useState(() => product?.id ?? newId());
  const category = catalogue.categories[0]?.id ?? "";
  const [draft, setDraft] = useState(() => draftOf(product, { usual: selectableRates(locale), category }));
  const [isTouched, setIsTouched] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  // Saving is based on this version, so that concurrent changes are not overwritten.
  const [version, setVersion] = useState(catalogue.version);
  const [isAsked, setIsAsked] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const price = useAmountEntry(currency, MAX_AMOUNT, product?.amount ?? 0);
  const isChanged = isTouched || price.typed !== (product?.amount ?? 0);
  useUnsaved(isChanged);
  const amount = price.entry.problem === null ? price.amount : null;
  const problems = problemsOf(draft, amount, { ...catalogue, id: ownId });
  const put = async (content: CatalogueContent) => {
    const left = await actions.saveCatalogue({ ...content, version });
    if (left === null) onClose();
    else setVersion(left);
  };
  const save = async () => {
    setIsTried(true);
    if (problems.length > 0 || amount === null) return showFirstProblem(form);
    await put(withDraft(catalogue, draft, { id: ownId, amount, newId }));
  };
  const remove = async () => {
    if (!isAsked) return setIsAsked(true);
    await put({ ...catalogue, products: catalogue.products.filter((each) => each.id !== ownId) });
  };
  const fields: FieldsProps = {
    catalogue,
    draft,
    price,
    locale,
    problems: isTried ? problems : [],
    onChange(part) {
      setIsTouched(true);
      setDraft((before) => ({ ...before, ...part }));
    },
  };
  return { product, form, fields, isChanged, isAsked, save, remove };
}

interface FieldsProps {
  catalogue: Catalogue;
  draft: ProductDraft;
  price: AmountEntry;
  locale: string;
  problems: readonly DraftProblem[];
  onChange: (part: Partial<ProductDraft>) => void;
}

function Fields(props: FieldsProps) {
  return (
    <>
      <NameFields {...props} />
      <div className={styles.pair}>
        <PriceField {...props} />
        <RateField
          value={props.draft.vat}
          locale={props.locale}
          isWrong={props.problems.includes("vat")}
          onChange={(vat) => props.onChange({ vat })}
        />
      </div>
      <CategoryField {...props} />
      <LookFields draft={props.draft} onChange={props.onChange} />
      <CodeFields {...props} />
    </>
  );
}

function NameFields({ catalogue, draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const nameOf = useLanguageName();
  const { shown, others, added, add } = useNameLanguages(catalogue);
  return (
    <div className={styles.pair}>
      <Field
        autoFocus={draft.name === ""}
        label={t("catalogue.name")}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        problem={problems.includes("name") ? t("catalogue.nameProblem") : undefined}
        input={{ maxLength: 100, autoComplete: "off" }}
      />
      {shown.map((language) => (
        <Field
          key={language}
          autoFocus={language === added}
          label={t("catalogue.nameIn", { language: nameOf(language) })}
          value={draft.names[language] ?? ""}
          onChange={(name) => onChange({ names: { ...draft.names, [language]: name } })}
          input={{ maxLength: 100, autoComplete: "off", placeholder: draft.name, lang: language }}
        />
      ))}
      <AddLanguage others={others} add={add} />
    </div>
  );
}

function PriceField({ draft, price, problems }: FieldsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const isTooLarge = price.entry.problem === "too_large";
  return (
    <AmountField
      isLine
      label={t(draft.soldBy === "weight" ? "catalogue.pricePerKilo" : "catalogue.price")}
      value={price}
      isMissing={problems.includes("price")}
      description={t("catalogue.priceHint")}
      problem={isTooLarge ? t("catalogue.priceTooLarge", { most: money(MAX_AMOUNT) }) : t("catalogue.priceProblem")}
    />
  );
}

function CategoryField({ catalogue, draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const language = useTill((state) => state.language);
  const problem = problems.includes("newCategoryTaken") ? "catalogue.categoryTaken" : "catalogue.nameProblem";
  const isWrong = problems.includes("newCategory") || problems.includes("newCategoryTaken");
  return (
    <div className={styles.pair}>
      <SelectField
        label={t("catalogue.category")}
        value={draft.category}
        onChange={(category) => onChange({ category })}
      >
        <option value="">{t("catalogue.noCategory")}</option>
        {catalogue.categories.map((category) => (
          <option key={category.id} value={category.id}>
            {localisedName(category, language)}
          </option>
        ))}
        <option value={NEW_CATEGORY}>{t("catalogue.newCategory")}</option>
      </SelectField>
      {draft.category === NEW_CATEGORY && (
        <Field
          autoFocus
          label={t("catalogue.categoryName")}
          value={draft.newCategory}
          onChange={(newCategory) => onChange({ newCategory })}
          problem={isWrong ? t(problem) : undefined}
          input={{ maxLength: 100, autoComplete: "off" }}
        />
      )}
    </div>
  );
}

function CodeFields({ draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const problem = (["barcode", "scale", "barcodeTaken"] as const).find((each) => problems.includes(each));
  return (
    <>
      <div>
        <h3 className={styles.fieldTitle}>{t("catalogue.soldBy")}</h3>
        <Segmented
          fill
          label={t("catalogue.soldBy")}
          value={draft.soldBy}
          onChange={(soldBy) => onChange({ soldBy })}
          options={(["piece", "weight", "price"] as const).map((value) => ({
            value,
            label: t(`catalogue.sold.${value}`),
          }))}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label={t(draft.soldBy === "piece" ? "catalogue.barcode" : "catalogue.scaleCode")}
          value={draft.barcode}
          onChange={(barcode) => onChange({ barcode })}
          description={t(draft.soldBy === "piece" ? "catalogue.barcodeHint" : "catalogue.scaleHint")}
          problem={problem && t(`catalogue.codeProblem.${problem}`)}
          input={{ maxLength: 14, inputMode: "numeric", autoComplete: "off" }}
          data-barcode
        />
        <Field
          label={t("catalogue.slot")}
          value={draft.slot}
          onChange={(slot) => onChange({ slot })}
          description={t("catalogue.slotHint")}
          input={{ maxLength: 20, autoComplete: "off" }}
        />
      </div>
    </>
  );
}
