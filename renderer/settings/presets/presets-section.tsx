import { Pencil, Plus, Trash2, UserRoundCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PermissionPreset } from "../../../contract/customers/permissions.ts";
import { CUSTOMER_DATA } from "../../kit/i18n/customer-data.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { PresetProblem, PresetSheet } from "./preset-sheet.tsx";
import styles from "./presets.module.css";
import { useRetentionText, useScopeWords } from "./words.ts";

type Open = { step: "new" } | { step: "change" | "remove"; preset: PermissionPreset };

export function PresetsSection() {
  const { t } = useTranslation(CUSTOMER_DATA);
  const actions = useActions();
  const presets = useTill((state) => state.customerData.presets);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void actions.readPresets(), [actions]);
  if (presets === null) {
    return (
      <Section>
        <PresetProblem />
      </Section>
    );
  }
  const close = () => {
    actions.forgetPresetProblem();
    setOpen(null);
  };
  const add = (
    <Button kind="primary" Icon={Plus} onPress={() => setOpen({ step: "new" })}>
      {t("presets.add")}
    </Button>
  );
  return (
    <Section>
      {presets.length === 0 ? (
        <Empty Icon={UserRoundCheck} title={t("presets.none")} text={t("presets.noneText")}>
          {add}
        </Empty>
      ) : (
        <>
          <div className={styles.head}>{add}</div>
          <ul className={styles.list}>
            {presets.map((preset) => (
              <PresetRow key={preset.id} preset={preset} onStep={(step) => setOpen({ step, preset })} />
            ))}
          </ul>
        </>
      )}
      {open?.step === "new" && <PresetSheet preset={null} presets={presets} onClose={close} />}
      {open?.step === "change" && <PresetSheet preset={open.preset} presets={presets} onClose={close} />}
      {open?.step === "remove" && <RemoveSheet preset={open.preset} presets={presets} onClose={close} />}
    </Section>
  );
}

function PresetRow({ preset, onStep }: { preset: PermissionPreset; onStep: (step: "change" | "remove") => void }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const scopes = useScopeWords();
  const keep = useRetentionText();
  const { name, scope, purpose, keepDays } = preset;
  return (
    <li className={styles.row} data-testid="preset">
      <span className={styles.words}>
        <strong>{name}</strong>
        <span>{scopes(scope)}</span>
        <span className={styles.quiet}>
          {purpose} · {t("presets.keeps", { keep: keep(keepDays) })}
        </span>
      </span>
      <span className={styles.steps}>
        <Button Icon={Pencil} aria-label={t("presets.changeOf", { name })} onPress={() => onStep("change")}>
          {t("presets.change")}
        </Button>
        <Button Icon={Trash2} aria-label={t("presets.removeOf", { name })} onPress={() => onStep("remove")}>
          {t("presets.remove")}
        </Button>
      </span>
    </li>
  );
}

interface RemoveSheetProps {
  preset: PermissionPreset;
  presets: readonly PermissionPreset[];
  onClose: () => void;
}

function RemoveSheet({ preset: { id, name }, presets, onClose }: RemoveSheetProps) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.presets === true);
  const remove = async () => {
    if (await actions.savePresets(presets.filter((other) => other.id !== id))) onClose();
  };
  return (
    <Sheet
      role="alertdialog"
      title={t("presets.removeTitle", { name })}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={() => void remove()}>
            {t("presets.removeNow")}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {t("presets.keep")}
          </Button>
        </>
      }
    >
      <PresetProblem />
      <p>{t("presets.removeText")}</p>
    </Sheet>
  );
}
