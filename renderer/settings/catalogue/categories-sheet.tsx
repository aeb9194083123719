import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Catalogue, Category } from "../../../contract/catalogue/catalogue.ts";
import type { CustomerLanguage } from "../../../contract/values/customer-language.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import styles from "./catalogue.module.css";
import { isCategory, namesOf } from "./draft.ts";
import { useLanguageName, useNameLanguages } from "./language-names.ts";
import { AddLanguage } from "./name-languages.tsx";

export function CategoriesSheet({ catalogue, onClose }: { catalogue: Catalogue; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill(({ busy }) => busy.catalogue === true);
  const [{ version, ...opened }] = useState(catalogue);
  const [categories, setCategories] = useState(opened.categories);
  const languages = useNameLanguages(opened);
  const isChanged = categories !== opened.categories;
  useUnsaved(isChanged);
  const isValid = categories.every((category) => category.name.trim() !== "" && !isTaken(category, categories));
  const add = () => setCategories([...categories, { id: crypto.randomUUID().slice(0, 13), name: "" }]);
  const save = async () => {
    const keptIds = new Set(categories.map(({ id }) => id));
    const products = opened.products.map((product) =>
      product.category === undefined || keptIds.has(product.category) ? product : { ...product, category: undefined },
    );
    const named = categories.map(({ id, name, names = {} }) => ({ id, name: name.trim(), names: namesOf(names) }));
    const left = await actions.saveCatalogue({ version, categories: named, products });
    if (left !== version) onClose();
  };
  return (
    <Sheet
      wide
      title={t("catalogue.categories")}
      onClose={onClose}
      isChanged={isChanged}
      footer={
        <>
          <Button Icon={Plus} onPress={add}>
            {t("catalogue.addCategory")}
          </Button>
          <Button kind="primary" isDisabled={!isValid || isBusy} onPress={() => void save()}>
            {t("catalogue.save")}
          </Button>
        </>
      }
    >
      <p className={layout.prose}>{t("catalogue.categoriesText")}</p>
      <ul className={styles.categories}>
        {categories.map((category, index) => (
          <li key={category.id}>
            <CategoryRow
              category={category}
              index={index}
              all={categories}
              languages={languages.shown}
              onChange={setCategories}
            />
          </li>
        ))}
      </ul>
      {categories.length > 0 && <AddLanguage others={languages.others} add={languages.add} />}
    </Sheet>
  );
}

function isTaken({ id, name, names = {} }: Category, all: readonly Category[]): boolean {
  const others = all.filter((other) => other.id !== id);
  return [name, ...Object.values(names)].some((each) => each.trim() !== "" && isCategory(each, others));
}

interface CategoryRowProps {
  category: Category;
  index: number;
  all: Category[];
  languages: readonly CustomerLanguage[];
  onChange: (all: Category[]) => void;
}

function CategoryRow({ category, index, all, languages, onChange }: CategoryRowProps) {
  const { t } = useTranslation();
  const { name, names = {} } = category;
  const nameOf = useLanguageName();
  const change = (part: Partial<Category>) => onChange(all.with(index, { ...category, ...part }));
  const swap = (by: -1 | 1) => {
    const other = all[index + by];
    if (other) onChange(all.with(index, other).with(index + by, category));
  };
  return (
    <div className={styles.categoryRow}>
      <div className={styles.categoryNames}>
        <Field
          compact
          autoFocus={name === ""}
          label={t("catalogue.categoryName")}
          value={name}
          onChange={(next) => change({ name: next })}
          problem={isTaken(category, all) ? t("catalogue.categoryTaken") : undefined}
          input={{ maxLength: 100, autoComplete: "off" }}
        />
        {languages.map((language) => (
          <Field
            key={language}
            compact
            label={t("catalogue.nameIn", { language: nameOf(language) })}
            value={names[language] ?? ""}
            onChange={(next) => change({ names: { ...names, [language]: next } })}
            input={{ maxLength: 100, autoComplete: "off" }}
          />
        ))}
      </div>
      <IconButton
        label={t("catalogue.moveUp", { name })}
        Icon={ArrowUp}
        isDisabled={index === 0}
        onPress={() => swap(-1)}
      />
      <IconButton
        label={t("catalogue.moveDown", { name })}
        Icon={ArrowDown}
        isDisabled={index === all.length - 1}
        onPress={() => swap(1)}
      />
      <IconButton
        label={t("catalogue.removeCategory", { name })}
        Icon={Trash2}
        onPress={() => onChange(all.filter(({ id }) => id !== category.id))}
      />
    </div>
  );
}
