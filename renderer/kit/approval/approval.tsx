import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Leave, type PhoneAsk, useKit, useKitActions } from "../context.ts";
import { Button, GuardedButton } from "../ui/button.tsx";
import layout from "../ui/layout.module.css";
import { Sheet } from "../ui/sheet.tsx";
import styles from "./approval.module.css";
import { OwnCommandProblem } from "./command-problem.tsx";
import { BesidePin } from "./manager-pin.tsx";
import { ApproverStep } from "./phone-step.tsx";

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
  /** The same for a phone, which may approve it in place of a PIN; left out: none may */
  ask?: PhoneAsk | undefined;
  /** @param leave of the one who approves it; null: nobody has to */
  onYes: (leave: Leave) => void;
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

/** The step of the one who approves it: by their PIN, or by their phone. */
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
          <BesidePin />
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
          onPhone={(leave) => {
            setByPhone(false);
            onYes(leave);
          }}
        />
      </div>
    </Sheet>
  );
}

/** A dialog for one command that a manager may have to approve: first what, then - as a step of its own - by whose PIN. */
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
