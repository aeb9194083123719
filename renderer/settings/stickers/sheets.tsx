import { Printer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_STICKER_NAME, type Sticker } from "../../../contract/payments/stickers.ts";
import { Button } from "../../kit/ui/button.tsx";
import field from "../../kit/ui/field.module.css";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import { StickerPage } from "./printed-stickers.tsx";
import styles from "./stickers.module.css";
import { pagesOf } from "./words.ts";

/**
 * Adds or renames a sticker.
 * @param sticker null: a new one
 */
export function NameSheet({ sticker, onClose }: { sticker: Sticker | null; onClose: () => void }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const actions = useActions();
  const { problem, isBusy } = useTill((state) => ({
    problem: state.stickers.problem,
    isBusy: state.busy.stickers === true,
  }));
  const [name, setName] = useState(sticker?.name ?? "");
  const isChanged = name.trim() !== (sticker?.name ?? "");
  useUnsaved(isChanged);
  const wrong = problem?.details.fields?.find((one) => one.field === "name");
  const isReady = name.trim() !== "" && isChanged && !isBusy;
  const save = async () => {
    const newName = name.trim();
    const isDone = await (sticker === null
      ? actions.createSticker(newName)
      : actions.renameSticker(sticker.id, newName));
    if (isDone) onClose();
  };
  return (
    <Sheet
      title={sticker === null ? t("stickers.newTitle") : t("stickers.renameTitle", { name: sticker.name })}
      onClose={onClose}
      isChanged={isChanged}
      footer={
        <Button kind="primary" isDisabled={!isReady} onPress={() => void save()}>
          {t(isBusy ? "stickers.saving" : sticker === null ? "stickers.create" : "stickers.save")}
        </Button>
      }
    >
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save();
        }}
      >
        {wrong === undefined && <Problem />}
        <Field
          label={t("stickers.name")}
          value={name}
          onChange={setName}
          autoFocus
          description={t("stickers.nameHint")}
          problem={reasonText(wrong?.because, wrong?.expected)}
          input={{ maxLength: MAX_STICKER_NAME, autoComplete: "off" }}
        />
      </form>
    </Sheet>
  );
}

export function RetireSheet({ sticker, onClose }: { sticker: Sticker; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.stickers === true);
  const retire = async () => {
    if (await actions.retireSticker(sticker.id)) onClose();
  };
  return (
    <Sheet
      role="alertdialog"
      title={t("stickers.retireTitle", { name: sticker.name })}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={() => void retire()}>
            {t("stickers.retireNow")}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {t("stickers.keep")}
          </Button>
        </>
      }
    >
      <Problem />
      <p>{t("stickers.retireText")}</p>
    </Sheet>
  );
}

export function PrintSheet({ stickers, onClose }: { stickers: readonly Sticker[]; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [chosen, setChosen] = useState<"1" | "6">("1");
  const perPage = chosen === "1" ? 1 : 6;
  const [first = []] = pagesOf(stickers, perPage);
  const print = () => {
    actions.printStickers(
      stickers.map(({ id }) => id),
      perPage,
    );
    onClose();
  };
  return (
    <Sheet
      title={t("stickers.printTitle")}
      onClose={onClose}
      footer={
        <Button kind="primary" Icon={Printer} autoFocus onPress={print}>
          {t("stickers.printNow")}
        </Button>
      }
    >
      <div className={styles.printing}>
        <div className={styles.preview} aria-hidden>
          <StickerPage stickers={first} perPage={perPage} />
        </div>
        <div className={layout.stack}>
          <div className={field.field}>
            <span aria-hidden className={field.label}>
              {t("stickers.layout")}
            </span>
            <Segmented
              fill
              label={t("stickers.layout")}
              value={chosen}
              onChange={setChosen}
              options={[
                { value: "1", label: t("stickers.one") },
                { value: "6", label: t("stickers.six") },
              ]}
            />
          </div>
          <p className={layout.prose}>{t("stickers.printText")}</p>
        </div>
      </div>
    </Sheet>
  );
}

function Problem() {
  const errorText = useErrorText();
  const problem = useTill((state) => state.stickers.problem);
  if (problem === null) return null;
  return (
    <p className={message.saved} data-tone="failed" role="alert">
      {errorText(problem)}
    </p>
  );
}
