import { Minus, Plus, Smartphone, Trash2 } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { localisedName } from "../../contract/catalogue/catalogue.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { MAX_QUANTITY } from "../../contract/values/lines.ts";
import { useTill } from "../store/store.ts";
import styles from "./basket.module.css";
import { useDispatch, useKiosk, useMachineRule, usePayment, useTexts } from "./context.ts";
import { Frame } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { type Chosen, chosenOf, isSoldOut, productsForSale, totalOf } from "./select.ts";
import { isRequestOpen } from "./session.ts";

export function Basket() {
  const { t, money } = useTexts();
  const dispatch = useDispatch();
  const session = useKiosk((state) => state.session);
  const goods = useTill(productsForSale);
  const payment = usePayment();
  const rule = useMachineRule();
  const chosen = chosenOf(session, goods);
  const total = totalOf(chosen);
  const deposit = isRequestOpen(session) ? (payment?.amount ?? null) : null;
  const hasSoldOut = useTill((state) => chosen.some(({ product }) => isSoldOut(product, state)));
  const isTooMuch = deposit !== null && total > deposit;
  return (
    <Frame
      name="basket"
      title={t("basket.title")}
      onBack={() => dispatch({ type: "back" })}
      action={
        <>
          <p className={styles.total}>
            <span>
              {deposit !== null ? <DepositLeft payment={payment} /> : t("basket.total")}
              <small>{t("basket.withVat")}</small>
            </span>
            <strong data-testid="kiosk-total">{money(total)}</strong>
          </p>
          <KioskButton
            kind="primary"
            Icon={Smartphone}
            isFirst
            isDisabled={chosen.length === 0 || isTooMuch || hasSoldOut}
            onPress={() => dispatch({ type: "pay", reference: crypto.randomUUID() })}
          >
            {t(deposit === null ? "basket.pay" : "basket.take", { amount: money(total) })}
          </KioskButton>
        </>
      }
    >
      {isTooMuch && (
        <p className={styles.problem} role="alert" data-tone="attention">
          {t("basket.overDeposit", { deposit: money(deposit) })}
        </p>
      )}
      {hasSoldOut && (
        <p className={styles.problem} role="alert" data-tone="attention">
          {t("basket.soldOut")}
        </p>
      )}
      {chosen.length === 0 && <p className={styles.empty}>{t("basket.empty")}</p>}
      <ul className={styles.lines}>
        {chosen.map((line) => (
          <Line key={line.product.id} line={line} />
        ))}
      </ul>
      {rule !== null && <p className={styles.rule}>{rule}</p>}
    </Frame>
  );
}

function Line({ line: { product, quantity, sum } }: { line: Chosen }) {
  const { t, language, money } = useTexts();
  const dispatch = useDispatch();
  const name = localisedName(product, language);
  const soldOut = useTill((state) => isSoldOut(product, state));
  const setQuantity = (wanted: number) => dispatch({ type: "quantity", productId: product.id, quantity: wanted });
  return (
    <li className={styles.line} data-testid="kiosk-line">
      <span className={styles.picture}>
        <ProductPicture product={product} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.each}>
          {soldOut ? t("products.soldOut") : t("basket.each", { price: money(product.amount) })}
        </span>
      </span>
      <span className={styles.quantity}>
        <Step
          label={quantity === 1 ? t("basket.remove", { name }) : t("basket.fewer", { name })}
          onPress={() => setQuantity(quantity - 1)}
        >
          {quantity === 1 ? <Trash2 aria-hidden /> : <Minus aria-hidden />}
        </Step>
        <strong role="status" aria-label={t("basket.quantity", { quantity })}>
          {quantity}
        </strong>
        <Step
          label={t("basket.more", { name })}
          isDisabled={quantity >= MAX_QUANTITY || soldOut}
          onPress={() => setQuantity(quantity + 1)}
        >
          <Plus aria-hidden />
        </Step>
      </span>
      <span className={styles.sum}>{money(sum)}</span>
    </li>
  );
}

interface StepProps {
  label: string;
  isDisabled?: boolean;
  onPress: () => void;
  children: React.ReactNode;
}

function Step({ label, isDisabled = false, onPress, children }: StepProps) {
  return (
    <AriaButton className={styles.step} aria-label={label} isDisabled={isDisabled} onPress={onPress}>
      {children}
    </AriaButton>
  );
}

export function DepositLeft({ payment }: { payment: Payment | null }) {
  const { t, money } = useTexts();
  return payment === null ? null : t("deposit.left", { deposit: money(payment.amount) });
}
