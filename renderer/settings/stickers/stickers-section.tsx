import { Plus, Printer, ScanQrCode } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Sticker } from "../../../contract/payments/stickers.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Collapsible } from "../../kit/ui/collapsible.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import message from "../../kit/ui/message.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { NameSheet, PrintSheet, RetireSheet } from "./sheets.tsx";
import { StickerRow, type StickerStep } from "./sticker-row.tsx";
import styles from "./stickers.module.css";

type Open = { step: "new" | "printAll" } | { step: Exclude<StickerStep, "test">; sticker: Sticker };

export function StickersSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const items = useTill((state) => state.stickers.items);
  const scansAreNotReported = useTill(({ terminal }) => terminal?.callbacks.scans === "claim");
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void actions.readStickers(), [actions]);
  if (items === null) return <Section>{null}</Section>;
  const activeStickers = items.filter(({ state }) => state !== "retired");
  const retired = items.filter(({ state }) => state === "retired");
  const toPrint = activeStickers.filter(({ state, link }) => state === "active" && link !== null);
  const take = (sticker: Sticker) => (step: StickerStep) =>
    step === "test" ? void actions.testSticker(sticker.id) : setOpen({ step, sticker });
  const close = () => {
    actions.forgetStickerProblem();
    setOpen(null);
  };
  return (
    <Section>
      {scansAreNotReported && (
        <p className={message.saved} data-tone="attention" role="status">
          {t("stickers.untold")}
        </p>
      )}
      {activeStickers.length === 0 ? (
        <Empty Icon={ScanQrCode} title={t("stickers.none")} text={t("stickers.noneText")}>
          <Button kind="primary" Icon={Plus} onPress={() => setOpen({ step: "new" })}>
            {t("stickers.add")}
          </Button>
        </Empty>
      ) : (
        <>
          <Head canPrint={toPrint.length > 0} onStep={(step) => setOpen({ step })} />
          <ul className={styles.list}>
            {activeStickers.map((sticker) => (
              <StickerRow key={sticker.id} sticker={sticker} onStep={take(sticker)} />
            ))}
          </ul>
        </>
      )}
      {retired.length > 0 && (
        <Collapsible title={t("stickers.retiredOnes", { count: retired.length })}>
          <ul className={styles.list}>
            {retired.map((sticker) => (
              <StickerRow key={sticker.id} sticker={sticker} onStep={take(sticker)} />
            ))}
          </ul>
        </Collapsible>
      )}
      {open?.step === "new" && <NameSheet sticker={null} onClose={close} />}
      {open?.step === "rename" && <NameSheet sticker={open.sticker} onClose={close} />}
      {open?.step === "retire" && <RetireSheet sticker={open.sticker} onClose={close} />}
      {open?.step === "print" && <PrintSheet stickers={[open.sticker]} onClose={close} />}
      {open?.step === "printAll" && <PrintSheet stickers={toPrint} onClose={close} />}
    </Section>
  );
}

function Head({ canPrint, onStep }: { canPrint: boolean; onStep: (step: "new" | "printAll") => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <h3 className={styles.heading}>{t("stickers.inUse")}</h3>
      <Button Icon={Printer} isDisabled={!canPrint} onPress={() => onStep("printAll")}>
        {t("stickers.printAll")}
      </Button>
      <Button kind="primary" Icon={Plus} onPress={() => onStep("new")}>
        {t("stickers.add")}
      </Button>
    </div>
  );
}
