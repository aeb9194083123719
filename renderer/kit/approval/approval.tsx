import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKit, useKitActions } from "../context.ts";
import { Button, GuardedButton } from "../ui/button.tsx";
import layout from "../ui/layout.module.css";
import { Sheet } from "../ui/sheet.tsx";
import styles from "./approval.module.css";
import { OwnCommandProblem } from "./command-problem.tsx";
import { BesidePin, ManagerPin } from "./manager-pin.tsx";

/**
 * Whether a dialog's one command needs a PIN: where it is known to, or main has said so once - what this window knows of
 * the rights of the one who is signed in is not all. @param mayAlone whether it knows of no reason to ask anybody
 */
export function useAsksPin(mayAlone: boolean): boolean {
  const [isDemanded, setIsDemanded] = useState(false);
  const isRefused = useKit(({ managerProblem }) => ["not_allowed", "limit"].includes(managerProblem?.code ?? ""));
  if (isRefused && !isDemanded) setIsDemanded(true);
  return !mayAlone || isDemanded;
}

export interface ApprovalSheetProps {
  title: string;
  /** What the command does, on the button that does it */
  yes: string;
  isReady: boolean;
  isBusy: boolean;
  /** Whether the one who is signed in may do it without a PIN, as far as this window knows */
  mayAlone: boolean;
  role?: "dialog" | "alertdialog";
  wide?: boolean;
  /** @param pin of the one who approves it; null: nobody has to */
  onYes: (pin: string | null) => void;
  /** What it is about: beside the PIN, too */
  about: ReactNode;
  /** What has to be said or chosen before */
  children?: ReactNode;
}

/** Which step is shown: what it is about, or the PIN. @param asks whether somebody has to approve it */
function useApprovalStep(asks: boolean) {
  const { takeStepOn } = useKitActions();
  const [step, setStep] = useState<"what" | "pin">("what");
  const goTo = (next: "what" | "pin") => {
    setStep(next);
    takeStepOn();
  };
  // Main has asked for a PIN meanwhile: that is the next step.
  const [asked, setAsked] = useState(asks);
  if (asks !== asked) {
    setAsked(asks);
    setStep(asks ? "pin" : "what");
  }
  return [step, goTo] as const;
}

/** A dialog for one command that a manager may have to approve: first what, then - as a step of its own - by whose PIN. */
export function ApprovalSheet(props: ApprovalSheetProps) {
  const { title, yes, isReady, isBusy, mayAlone, role = "dialog", wide = false, onYes, about, children } = props;
  const { t } = useTranslation();
  const actions = useKitActions();
  const asks = useAsksPin(mayAlone);
  const [step, goTo] = useApprovalStep(asks);
  if (asks && step === "pin") {
    return (
      <Sheet wide role={role} title={title} onClose={actions.closeDialog}>
        <div className={layout.columns}>
          <div className={styles.about}>
            {about}
            <BesidePin />
            <Button Icon={ArrowLeft} isDisabled={isBusy} onPress={() => goTo("what")}>
              {t("common.back")}
            </Button>
          </div>
          <ManagerPin submit={yes} onPin={onYes} />
        </div>
      </Sheet>
    );
  }
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
