import { Search, SearchX, X } from "lucide-react";
import { type CSSProperties, memo, useEffect } from "react";
import { Button as AriaButton, ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { type Category, localisedName, type Product } from "../../../contract/catalogue/catalogue.ts";
import { IconButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./shelf.module.css";
import { shelfView, visibleProducts } from "./shelf-view.ts";

const EVERYTHING = "*";

export function Shelf() {
  const { t } = useTranslation();
  const { catalogue, category, query } = useTill(({ shelf }) => ({
    catalogue: shelf.catalogue,
    category: shelf.category,
    query: shelf.query,
  }));
  const { hasSearch } = useTill(shelfView);
  const { findProduct } = useActions();
  // Ends the search when the screen closes: it would take the focus and Enter later.
  useEffect(() => () => findProduct(null), [findProduct]);
  if (catalogue === null) return null;
  const products = visibleProducts(catalogue, { category, query });
  return (
    <section className={styles.shelf} aria-label={t("shelf.label")}>
      {hasSearch && (query === null ? <Categories categories={catalogue.categories} /> : <Find first={products[0]} />)}
      <div className={styles.products}>
        {products.length === 0 ? (
          <p className={styles.none}>
            <SearchX aria-hidden size={28} />
            {t(query ? "shelf.noneFound" : "shelf.noneHere")}
          </p>
        ) : (
          <div className={styles.tiles}>
            {products.map((product) => (
              <Tile key={product.id} product={product} />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Categories({ categories }: { categories: Category[] }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { category, language } = useTill(({ shelf, language }) => ({ category: shelf.category, language }));
  return (
    <div className={styles.top}>
      <IconButton
        label={t("shelf.find")}
        Icon={Search}
        aria-keyshortcuts="Control+F"
        onPress={() => actions.findProduct("")}
      />
      {categories.length > 0 && (
        <ToggleButtonGroup
          className={styles.categories}
          aria-label={t("shelf.categories")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[category ?? EVERYTHING]}
          onSelectionChange={(keys) => {
            const [chosen] = keys;
            actions.chooseCategory(chosen === EVERYTHING ? null : String(chosen));
          }}
        >
          <ToggleButton id={EVERYTHING} className={styles.category} preventFocusOnPress>
            {t("shelf.all")}
          </ToggleButton>
          {categories.map((each) => (
            <ToggleButton key={each.id} id={each.id} className={styles.category} preventFocusOnPress>
              {localisedName(each, language)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </div>
  );
}

function Find({ first }: { first: Product | undefined }) {
  const { t } = useTranslation();
  const actions = useActions();
  const query = useTill(({ shelf }) => shelf.query ?? "");
  return (
    <div className={styles.top}>
      <div className={styles.find} data-find>
        <Field
          compact
          autoFocus
          label={t("shelf.find")}
          Icon={Search}
          value={query}
          onChange={actions.findProduct}
          onKeyDown={(event) => {
            if (event.key === "Escape") return actions.findProduct(null);
            if (event.key !== "Enter") return event.continuePropagation();
            if (first !== undefined && query.trim() !== "") {
              actions.addProduct(first);
              actions.findProduct("");
            }
          }}
          input={{ autoComplete: "off", maxLength: 100, enterKeyHint: "done" }}
        />
      </div>
      <IconButton label={t("shelf.endFind")} Icon={X} onPress={() => actions.findProduct(null)} />
    </div>
  );
}

function leaveSearch(): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.closest("[data-find]")) field.blur();
}

/** A product. It takes no focus and ends the search, so that Enter charges. */
const Tile = memo(function Tile({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { language, picture } = useTill(({ language, shelf }) => ({
    language,
    picture: product.picture === undefined ? null : (shelf.pictures[product.picture] ?? null),
  }));
  const { readPicture } = actions;
  useEffect(() => {
    if (product.picture !== undefined) void readPicture(product.picture);
  }, [product.picture, readPicture]);
  const { colour } = product;
  const name = localisedName(product, language);
  const price = money(product.amount);
  const priceWords = product.scale === "weight" ? t("shelf.perKilo", { price }) : price;
  return (
    <AriaButton
      className={styles.tile}
      data-keypad-key
      data-coloured={colour !== undefined || undefined}
      style={colour === undefined ? undefined : ({ "--colour": colour } as CSSProperties)}
      preventFocusOnPress
      onPress={() => {
        leaveSearch();
        actions.addProduct(product);
      }}
    >
      {picture !== null && <img className={styles.picture} src={picture} alt="" draggable={false} />}
      <span className={styles.name} style={fitted(name.split(/[\s-]/))}>
        {name}
      </span>
      <span className={styles.price} style={fitted([priceWords])}>
        {priceWords}
      </span>
    </AriaButton>
  );
});

/** Longest unbreakable part in characters: the font shrinks before words break. */
function fitted(unbroken: string[]): CSSProperties {
  return { "--characters": Math.max(...unbroken.map((part) => part.length)) } as CSSProperties;
}
