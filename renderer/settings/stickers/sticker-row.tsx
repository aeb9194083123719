import { CircleCheck, FlaskConical, Pencil, Printer, ScanQrCode, Trash2, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { STICKER_TEST_MS, type Sticker } from "../../../contract/payments/stickers.ts";
import { countdown } from "../../kit/format/time.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import styles from "./stickers.module.css";

export type StickerStep = "test" | "print" | "rename" | "retire";

export function StickerRow({ sticker, onStep }: { sticker: Sticker; onStep: (step: StickerStep) => void }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { name, state, madeAt, lastScanAt } = sticker;
  const isActive = state === "active";
  const isKept = isActive || state === "making" || state === "gone";
  const hint = state === "making" || state === "gone" || state === "retiring" ? state : null;
  return (
    <li className={styles.row} data-testid="sticker" data-state={state}>
      <span className={styles.picture} aria-hidden>
        {hint === null ? <ScanQrCode size={22} /> : <TriangleAlert size={22} />}
      </span>
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {isActive ? "" : `${t(`stickers.state.${state}`)} · `}
          {t("stickers.made", { at: dateTime(madeAt) })} ·{" "}
          {lastScanAt === null ? t("stickers.neverScanned") : t("stickers.lastScan", { at: dateTime(lastScanAt) })}
        </span>
        {hint !== null && <span className={styles.hint}>{t(`stickers.hint.${hint}`)}</span>}
      </span>
      {isKept && (
        <span className={styles.steps}>
          {isActive && (
            <>
              <Button Icon={FlaskConical} aria-label={t("stickers.testOf", { name })} onPress={() => onStep("test")}>
                {t("stickers.test")}
              </Button>
              <Button Icon={Printer} aria-label={t("stickers.printOf", { name })} onPress={() => onStep("print")}>
                {t("stickers.print")}
              </Button>
            </>
          )}
          <IconButton Icon={Pencil} label={t("stickers.renameOf", { name })} onPress={() => onStep("rename")} />
          <IconButton Icon={Trash2} label={t("stickers.retireOf", { name })} onPress={() => onStep("retire")} />
        </span>
      )}
      {isActive && <TestLine sticker={sticker} />}
    </li>
  );
}

function TestLine({ sticker: { test } }: { sticker: Sticker }) {
  const { t } = useTranslation();
  const now = useTill((state) => state.now);
  if (test === null) return <span role="status" className={styles.unseen} />;
  const left = Math.min(STICKER_TEST_MS, Date.parse(test.until) - now);
  const testState = test.arrivedAt !== null ? "arrived" : left > 0 ? "testing" : "notArrived";
  const Icon = { arrived: CircleCheck, testing: ScanQrCode, notArrived: TriangleAlert }[testState];
  return (
    <span role="status" className={styles.test} data-is={testState}>
      <Icon aria-hidden size={22} />
      <strong>{t(`stickers.${testState}`)}</strong>
      <span aria-hidden={testState === "testing" || undefined}>
        {testState === "testing"
          ? t("stickers.testingText", { left: countdown(left) })
          : t(`stickers.${testState}Text`)}
      </span>
    </span>
  );
}
