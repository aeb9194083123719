import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { type Catalogue, localisedName, type Product } from "../../../contract/catalogue/catalogue.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { type grouped, moveProduct } from "./draft.ts";
import styles from "./product-list.module.css";
import { Thumb } from "./thumb.tsx";

interface ProductListProps {
  groups: ReturnType<typeof grouped>;
  onOpen: (id: string) => void;
  /** The catalogue being reordered; null: a row opens its product */
  ordering: Catalogue | null;
}

export function ProductList({ groups, onOpen, ordering }: ProductListProps) {
  const { t } = useTranslation();
  const language = useTill((state) => state.language);
  return groups.map(({ category, products }) => (
    <section key={category?.id ?? ""} className={styles.group} aria-label={categoryName(category)}>
      <h3 className={styles.groupTitle}>
        {categoryName(category)}
        <span>{products.length}</span>
      </h3>
      <ul className={styles.list}>
        {products.map((product, index) => (
          <li key={product.id} className={styles.item}>
            {ordering === null ? (
              <Row product={product} onPress={() => onOpen(product.id)} />
            ) : (
              <Movable
                product={product}
                catalogue={ordering}
                isFirst={index === 0}
                isLast={index === products.length - 1}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  ));

  function categoryName(category: ProductListProps["groups"][number]["category"]): string {
    return category === null ? t("catalogue.noCategory") : localisedName(category, language);
  }
}

function Row({ product, onPress }: { product: Product; onPress: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const language = useTill((state) => state.language);
  return (
    <AriaButton className={styles.row} onPress={onPress}>
      <Thumb product={{ ...product, name: localisedName(product, language) }} />
      <Words product={product} />
      <span className={styles.price}>
        {product.scale === "weight" ? t("shelf.perKilo", { price: money(product.amount) }) : money(product.amount)}
      </span>
      <ChevronRight aria-hidden size={20} className={styles.arrow} />
    </AriaButton>
  );
}

function Words({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { percent } = useFormat();
  const language = useTill((state) => state.language);
  const facts = [t("catalogue.vatOf", { rate: percent(product.vatRate) }), product.barcode, product.slot];
  return (
    <span className={styles.words}>
      <span className={styles.name}>{localisedName(product, language)}</span>
      <span className={styles.facts}>{facts.filter(Boolean).join(" · ")}</span>
    </span>
  );
}

interface MovableProps {
  product: Product;
  catalogue: Catalogue;
  isFirst: boolean;
  isLast: boolean;
}

function Movable({ product, catalogue, isFirst, isLast }: MovableProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const language = useTill((state) => state.language);
  const name = localisedName(product, language);
  const move = (by: -1 | 1) => void actions.saveCatalogue({ ...catalogue, ...moveProduct(catalogue, product.id, by) });
  return (
    <div className={styles.row} data-still>
      <Thumb product={{ ...product, name }} />
      <Words product={product} />
      <IconButton
        label={t("catalogue.moveUp", { name })}
        Icon={ArrowUp}
        isDisabled={isFirst}
        onPress={() => move(-1)}
      />
      <IconButton
        label={t("catalogue.moveDown", { name })}
        Icon={ArrowDown}
        isDisabled={isLast}
        onPress={() => move(1)}
      />
    </div>
  );
}
