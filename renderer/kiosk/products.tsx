import { ShoppingBasket } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { localisedName, type Product } from "../../contract/catalogue/catalogue.ts";
import { useTill } from "../store/store.ts";
import { DepositLeft } from "./basket.tsx";
import { useDispatch, useKiosk, usePayment, useTexts } from "./context.ts";
import { Frame } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { ProductPicture } from "./product-picture.tsx";
import styles from "./products.module.css";
import { categoriesOf, chosenOf, isSoldOut, productsForSale, sharesSlot, totalOf } from "./select.ts";
import { isRequestOpen, quantityOf } from "./session.ts";

/** Up to this number, products need no categories and fill the screen. */
const FEW = 6;

export function Products() {
  const { t, c } = useTexts();
  const dispatch = useDispatch();
  const session = useKiosk((state) => state.session);
  const goods = useTill(productsForSale);
  const categories = useTill(categoriesOf);
  const [category, setCategory] = useState<string | null>(null);
  const chosen = chosenOf(session, goods);
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const shown = goods.filter((product) => category === null || product.category === category);
  const isDeposit = isRequestOpen(session);
  const isFew = shown.length <= FEW && session.accessibility.textSize === 1;
  return (
    <Frame
      name="products"
      title={t("products.title")}
      onBack={isDeposit ? undefined : () => dispatch({ type: "back" })}
      action={
        <>
          {isDeposit && <CancelDeposit />}
          <Total isDeposit={isDeposit} amount={totalOf(chosen)} />
          <KioskButton
            kind="primary"
            Icon={ShoppingBasket}
            isDisabled={count === 0}
            onPress={() => dispatch({ type: "toBasket" })}
          >
            {t("products.basket")} <span className={styles.count}>{count}</span>
          </KioskButton>
        </>
      }
    >
      {categories.length > 1 && goods.length > FEW && (
        <Kinds
          categories={[{ id: null, name: t("products.all") }, ...categories]}
          chosen={category}
          onChoose={setCategory}
        />
      )}
      {goods.length === 0 ? (
        <p className={styles.none}>
          {t("products.none")} {t("products.noneNext")}
        </p>
      ) : (
        <ul className={styles.goods} aria-label={c("sold")} data-few={isFew || undefined}>
          {shown.map((product, index) => (
            <li key={product.id}>
              <Card product={product} isFirst={index === 0} isDisabled={sharesSlot(product, chosen)} />
            </li>
          ))}
        </ul>
      )}
    </Frame>
  );
}

/** Cancels the sale; its label names the deposit that the customer gets back. */
function CancelDeposit() {
  const { t, money } = useTexts();
  const dispatch = useDispatch();
  const payment = usePayment();
  const label = payment === null ? t("request.cancel") : t("request.cancelDeposit", { deposit: money(payment.amount) });
  return (
    <KioskButton isEnd onPress={() => dispatch({ type: "cancel" })}>
      {label}
    </KioskButton>
  );
}

function Total({ isDeposit, amount }: { isDeposit: boolean; amount: number }) {
  const { t, money } = useTexts();
  const payment = usePayment();
  return (
    <p className={styles.total} role="status">
      <span>{isDeposit ? <DepositLeft payment={payment} /> : t("basket.total")}</span>
      <strong>{money(amount)}</strong>
    </p>
  );
}

interface KindsProps {
  categories: { id: string | null; name: string; names?: Record<string, string> }[];
  chosen: string | null;
  onChoose: (category: string | null) => void;
}

function Kinds({ categories, chosen, onChoose }: KindsProps) {
  const { t, language } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset does not support this layout
    <div className={styles.kinds} role="group" aria-label={t("products.categories")}>
      {categories.map(({ id, ...category }) => (
        <AriaButton key={id ?? ""} className={styles.kind} aria-pressed={id === chosen} onPress={() => onChoose(id)}>
          {localisedName(category, language)}
        </AriaButton>
      ))}
    </div>
  );
}

function Card({ product, isFirst, isDisabled }: { product: Product; isFirst: boolean; isDisabled: boolean }) {
  const { t, language, money } = useTexts();
  const dispatch = useDispatch();
  const quantity = useKiosk(({ session }) => quantityOf(session, product.id));
  const soldOut = useTill((state) => isSoldOut(product, state));
  const name = localisedName(product, language);
  const price = soldOut ? t("products.soldOut") : money(product.amount);
  const words = soldOut ? `${name}, ${price}` : t("products.add", { name, price });
  return (
    <AriaButton
      className={styles.card}
      aria-label={quantity > 0 ? `${words}. ${t("products.inBasket", { count: quantity })}` : words}
      data-first={isFirst || undefined}
      isDisabled={isDisabled || soldOut}
      onPress={() => dispatch({ type: "quantity", productId: product.id, quantity: quantity + 1 })}
    >
      <ProductPicture product={product} />
      <span className={styles.name}>{name}</span>
      <span className={styles.price}>{price}</span>
      {quantity > 0 && <span className={styles.badge}>{quantity}</span>}
    </AriaButton>
  );
}
