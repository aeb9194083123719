import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefundKeyView } from "../../contract/refund-key.ts";
import { isPin, PinField } from "../manager/pin-field.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import styles from "./keys.module.css";

const FORM = "refund-key";

/** The owner's PIN locks the new key at once. @param pem of a file that was chosen; null: one is made */
export function KeepSheet({ pem, onClose }: { pem: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [pin, setPin] = useState("");
  const keep = () =>
    pem === null
      ? actions.changeRefundKey("refundKey.make", { pin })
      : actions.changeRefundKey("refundKey.import", { pem, pin });
  return (
    <PinSheet
      title={t(pem === null ? "refundKey.makeTitle" : "refundKey.importTitle")}
      text={t("refundKey.keepText")}
      confirm={t("refundKey.keep")}
      isReady={isPin(pin)}
      onConfirm={keep}
      onClose={onClose}
    >
      <PinField label={t("refundKey.ownPin")} value={pin} onChange={setPin} />
    </PinSheet>
  );
}

/** Two people at the till: one who can unlock the key, and one who is to. */
export function EnrolSheet({ person, onClose }: { person: RefundKeyView["people"][number]; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [pin, setPin] = useState("");
  const [personPin, setPersonPin] = useState("");
  const { id, name } = person;
  return (
    <PinSheet
      title={t("refundKey.enrolTitle", { name })}
      text={t("refundKey.enrolText", { name })}
      confirm={t("refundKey.enrolConfirm")}
      isReady={isPin(pin) && isPin(personPin)}
      onConfirm={() => actions.changeRefundKey("refundKey.enrol", { pin, person: id, personPin })}
      onClose={onClose}
    >
      <PinField label={t("refundKey.enrolPin")} value={pin} onChange={setPin} />
      <Field
        label={t("refundKey.personPin", { name })}
        Icon={KeyRound}
        value={personPin}
        onChange={(text) => setPersonPin(text.replace(/\D/g, ""))}
        description={t("manager.pinHint")}
        input={{ type: "password", inputMode: "numeric", autoComplete: "off", maxLength: 12 }}
      />
    </PinSheet>
  );
}

/** Asks once more: what is wiped does not come back. */
export function RemoveSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const problem = useTill((state) => state.managerProblem);
  return (
    <PinSheet
      title={t("refundKey.removeTitle")}
      text={t("refundKey.removeText")}
      confirm={t("refundKey.removeConfirm")}
      isReady
      onConfirm={() => actions.changeRefundKey("refundKey.remove", {})}
      onClose={onClose}
    >
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.message}
        </p>
      )}
    </PinSheet>
  );
}

interface PinSheetProps {
  title: string;
  text: string;
  confirm: string;
  isReady: boolean;
  /** @returns whether it was done: the sheet closes then */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}

function PinSheet({ title, text, confirm, isReady, onConfirm, onClose, children }: PinSheetProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy.refundKey === true);
  const close = () => {
    actions.forgetKeysProblem();
    onClose();
  };
  return (
    <Sheet
      title={title}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t("common.cancel")}</Button>
          <Button kind="primary" type="submit" form={FORM} isDisabled={!isReady || isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isBusy) void onConfirm().then((isDone) => isDone && close());
        }}
      >
        <p>{text}</p>
        {children}
      </form>
    </Sheet>
  );
}
