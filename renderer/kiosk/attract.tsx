import { ShoppingBasket } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { localisedName } from "../../contract/catalogue/catalogue.ts";
import shopLook from "../kit/ui/shop-look.module.css";
import { useTill } from "../store/store.ts";
import styles from "./attract.module.css";
import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { Title, Utilities } from "./frame.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { isSoldOut, planOf, productsForSale } from "./select.ts";

const SHOWN = 5;

export function Attract() {
  const { t, c, language, money } = useTexts();
  const dispatch = useDispatch();
  const { logo, hasAccent } = useKiosk(({ display, logo, session }) => ({
    logo,
    hasAccent: display?.look.accent != null && !session.accessibility.contrast,
  }));
  const goods = useTill((state) => productsForSale(state).filter((product) => !isSoldOut(product, state)));
  const plan = useTill(planOf);
  const shop = useTill(({ terminal }) => terminal?.merchant.name ?? terminal?.pos.name ?? "");
  const isFresh = useKiosk((state) => state.isFresh);
  const begin = () => !isFresh && dispatch({ type: "begin", plan });
  const [only] = goods.length === 1 ? goods : [];
  return (
    <div
      className={`${shopLook.ground} ${styles.attract}`}
      data-accent={hasAccent || undefined}
      data-guarded={isFresh || undefined}
      data-testid="kiosk-attract"
    >
      {/* A touch anywhere starts; keys and screen readers use the button. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same */}
      <div className={styles.whole} onClick={begin}>
        <div className={styles.shop}>
          {logo !== null && <img className={shopLook.logo} src={logo} alt="" draggable={false} />}
          <Title className={shopLook.name}>{shop}</Title>
          <p className={styles.welcome}>{c("welcome")}</p>
        </div>
        {goods.length > 0 && (
          <ul className={styles.goods} aria-hidden data-only={only !== undefined || undefined}>
            {goods.slice(0, SHOWN).map((product) => (
              <li key={product.id}>
                <ProductPicture product={product} />
                <span className={styles.product}>{localisedName(product, language)}</span>
                <span className={styles.price}>{money(product.amount)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={styles.below}>
        <AriaButton className={styles.start} data-first onPress={begin}>
          <ShoppingBasket aria-hidden />
          {t("start")}
        </AriaButton>
        <Utilities />
      </div>
    </div>
  );
}
