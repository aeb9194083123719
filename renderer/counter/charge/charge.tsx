import { Calculator, LayoutGrid } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSecondTask } from "../../kit/second-task.ts";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { LineAbove } from "../banners.tsx";
import { AmountPanel } from "./amount-panel.tsx";
import styles from "./charge.module.css";
import { ChargeButton } from "./charge-button.tsx";
import { Keypad } from "./keypad.tsx";
import { Shelf } from "./shelf.tsx";
import { shelfView } from "./shelf-view.ts";

export function Charge() {
  const { view, first, hasProducts } = useTill(shelfView);
  const isOnline = useTill(({ terminal }) => terminal?.connectivity === "online");
  // Fixed when the screen opens: a change of connection must not move the keys.
  const [isLineAbove] = useState(!isOnline);
  const hasShelf = useShelf();
  return (
    <div
      className={styles.screen}
      data-products={hasProducts || undefined}
      data-first={first}
      data-view={view}
      data-line={isLineAbove || undefined}
    >
      {isLineAbove && <LineAbove />}
      <AmountPanel isLineAbove={isLineAbove} />
      <div className={styles.side}>
        {hasProducts && <ViewSwitch view={view} />}
        {hasProducts && (
          <div className={styles.products} data-late={!hasShelf || undefined}>
            {hasShelf && <Shelf />}
          </div>
        )}
        <Keypad />
        <ChargeButton />
      </div>
    </div>
  );
}

let wasShown = false;

/** True once the products are rendered: after the keypad in a new window, immediately afterwards. */
function useShelf(): boolean {
  const [isFirst] = useState(!wasShown);
  const isShown = useSecondTask(!isFirst);
  useEffect(() => {
    if (isShown) wasShown = true;
  }, [isShown]);
  return isShown;
}

function ViewSwitch({ view }: { view: "pad" | "products" }) {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <div className={styles.switch}>
      <Segmented
        fill
        keepsNoFocus
        label={t("shelf.view")}
        value={view}
        onChange={actions.showOnShelf}
        options={[
          { value: "pad", label: <Choice Icon={Calculator} words={t("charge.keypad")} /> },
          { value: "products", label: <Choice Icon={LayoutGrid} words={t("shelf.label")} /> },
        ]}
      />
    </div>
  );
}

function Choice({ Icon, words }: { Icon: typeof Calculator; words: string }) {
  return (
    <span className={styles.choice}>
      <Icon aria-hidden size={20} />
      {words}
    </span>
  );
}
