import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefundKeyView } from "../../../contract/configuration/refund-key.ts";
import { ManagerPin, PinStepProblem } from "../../kit/approval/manager-pin.tsx";
import { PinStep } from "../../kit/approval/pin-step.tsx";
import { Button, GuardedButton } from "../../kit/ui/button.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useErrorText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";

/**
 * Stores a new refund key, protected by the owner's PIN.
 * @param pem of a chosen file; null: generates one
 */
export function KeepSheet({ pem, onClose }: { pem: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const keep = (pin: string) =>
    pem === null
      ? actions.changeRefundKey("refundKey.make", { pin })
      : actions.changeRefundKey("refundKey.import", { pem, pin });
  return (
    <PinSheet
      title={t(pem === null ? "refundKey.makeTitle" : "refundKey.importTitle")}
      text={t("refundKey.keepText")}
      onClose={onClose}
    >
      {(close) => (
        <ManagerPin
          opens
          label={t("refundKey.ownPin")}
          submit={t("refundKey.keep")}
          onPin={(pin) => void keep(pin).then((isDone) => isDone && close())}
        />
      )}
    </PinSheet>
  );
}

/** Lets another person unlock the refund key. Needs the PINs of both. */
export function EnrolSheet({ person, onClose }: { person: RefundKeyView["people"][number]; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [pin, setPin] = useState<string | null>(null);
  const { id, name } = person;
  // The till does not tell which PIN was wrong, so both are entered again.
  const enrol = (own: string, personPin: string) => {
    setPin(null);
    return actions.changeRefundKey("refundKey.enrol", { pin: own, person: id, personPin });
  };
  return (
    <PinSheet title={t("refundKey.enrolTitle", { name })} text={t("refundKey.enrolText", { name })} onClose={onClose}>
      {(close) =>
        pin === null ? (
          <ManagerPin opens key="own" label={t("refundKey.enrolPin")} submit={t("common.next")} onPin={setPin} />
        ) : (
          <PinStep
            key="person"
            label={t("refundKey.personPin", { name })}
            submit={t("refundKey.enrolConfirm")}
            hint={t("manager.pinHint")}
            isChecking={false}
            onPin={(personPin) => void enrol(pin, personPin).then((isDone) => isDone && close())}
          />
        )
      }
    </PinSheet>
  );
}

export function RemoveSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const errorText = useErrorText();
  const problem = useTill((state) => state.managerProblem);
  const isBusy = useTill((state) => state.busy.refundKey === true);
  const close = () => {
    actions.forgetKeysProblem();
    onClose();
  };
  return (
    <Sheet
      title={t("refundKey.removeTitle")}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{t("common.cancel")}</Button>
          <GuardedButton
            kind="primary"
            isDisabled={isBusy}
            onPress={() => void actions.changeRefundKey("refundKey.remove", {}).then((isDone) => isDone && close())}
          >
            {t("refundKey.removeConfirm")}
          </GuardedButton>
        </>
      }
    >
      <div className={layout.stack}>
        <p>{t("refundKey.removeText")}</p>
        {problem && (
          <p className={message.wrong} role="alert">
            {errorText(problem)}
          </p>
        )}
      </div>
    </Sheet>
  );
}

interface PinSheetProps {
  title: string;
  text: string;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}

function PinSheet({ title, text, onClose, children }: PinSheetProps) {
  const actions = useActions();
  const close = () => {
    actions.forgetKeysProblem();
    onClose();
  };
  return (
    <Sheet wide title={title} onClose={close}>
      <div className={layout.columns}>
        <div className={layout.stack}>
          <p>{text}</p>
          <PinStepProblem />
        </div>
        {children(close)}
      </div>
    </Sheet>
  );
}
