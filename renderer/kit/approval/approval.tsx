import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type CommandApproval, type PhoneAsk, useKitActions } from "../context.ts";
import { Button, GuardedButton } from "../ui/button.tsx";
import layout from "../ui/layout.module.css";
import { Sheet } from "../ui/sheet.tsx";
import styles from "./approval.module.css";
import { OwnCommandProblem } from "./command-problem.tsx";
import { PinStepProblem } from "./manager-pin.tsx";
import { ApproverStep } from "./phone-step.tsx";
import { useAsksPin } from "./pin.ts";

export interface ApprovalSheetProps {
  title: string;
  yes: string;
  isReady: boolean;
  isBusy: boolean;
  mayAlone: boolean;
  role?: "dialog" | "alertdialog";
  wide?: boolean;
  ask?: PhoneAsk | undefined;
  /** @param approval the approval; null: none is required */
  onYes: (approval: CommandApproval) => void;
  /** Subject of the command; also shown next to the PIN */
  about: ReactNode;
  children?: ReactNode;
}

function useApprovalStep(asks: boolean) {
  const { takeStepOn } = useKitActions();
  const [step, setStep] = useState<"what" | "pin">("what");
  const goTo = (next: "what" | "pin") => {
    setStep(next);
    takeStepOn();
  };
  // The main process has required a PIN in the meantime: the PIN step opens.
  const [asked, setAsked] = useState(asks);
  if (asks !== asked) {
    setAsked(asks);
    setStep(asks ? "pin" : "what");
  }
  return [step, goTo] as const;
}

function ByWhom(props: ApprovalSheetProps & { onBack: () => void }) {
  const { title, yes, isBusy, role = "dialog", ask = null, onYes, about, onBack } = props;
  const { t } = useTranslation();
  const actions = useKitActions();
  const [byPhone, setByPhone] = useState(false);
  return (
    <Sheet wide role={role} title={title} onClose={actions.closeDialog}>
      <div className={layout.columns}>
        <div className={styles.about}>
          {about}
          <PinStepProblem />
          <Button Icon={ArrowLeft} isDisabled={isBusy} onPress={onBack}>
            {t("common.back")}
          </Button>
        </div>
        <ApproverStep
          ask={ask}
          byPhone={byPhone}
          setByPhone={setByPhone}
          submit={yes}
          onPin={onYes}
          onPhone={(approval) => {
            setByPhone(false);
            onYes(approval);
          }}
        />
      </div>
    </Sheet>
  );
}

/** A dialog for one command that a manager may have to approve. Details come first, then the PIN. */
export function ApprovalSheet(props: ApprovalSheetProps) {
  const { title, yes, isReady, isBusy, mayAlone, role = "dialog", wide = false, onYes, about, children } = props;
  const { t } = useTranslation();
  const actions = useKitActions();
  const asks = useAsksPin(mayAlone);
  const [step, goTo] = useApprovalStep(asks);
  if (asks && step === "pin") return <ByWhom {...props} onBack={() => goTo("what")} />;
  return (
    <Sheet
      wide={wide}
      role={role}
      title={title}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button autoFocus={role === "alertdialog"} onPress={actions.closeDialog}>
            {t("common.back")}
          </Button>
          <GuardedButton
            kind="primary"
            isDisabled={!isReady || isBusy}
            onPress={() => (asks ? goTo("pin") : onYes(null))}
          >
            {yes}
          </GuardedButton>
        </>
      }
    >
      <div className={children === undefined ? styles.about : layout.columns}>
        <div className={styles.about}>
          {about}
          <OwnCommandProblem />
        </div>
        {children}
      </div>
    </Sheet>
  );
}
