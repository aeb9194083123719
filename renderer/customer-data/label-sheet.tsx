import { FileText, Printer } from "lucide-react";
import { useState } from "react";
import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { TillError } from "../../contract/calls/errors.ts";
import type { Permission } from "../../contract/customers/permissions.ts";
import { ApprovalSheet } from "../kit/approval/approval.tsx";
import { usePermission } from "../kit/approval/permissions.ts";
import type { CommandApproval } from "../kit/context.ts";
import { Button } from "../kit/ui/button.tsx";
import layout from "../kit/ui/layout.module.css";
import message from "../kit/ui/message.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useErrorText } from "../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../store/store.ts";
import { useCustomerDataTexts } from "./words.ts";

type As = CommandInput<"customer.label">["as"];

export function LabelButtons({ permission: { posTid, claims, steps } }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  if (claims.shipping_address === undefined || !steps.includes("reveal")) return null;
  const open = (as: As) => () => actions.open({ kind: "label", posTid, as });
  return (
    <>
      <Button fill Icon={Printer} onPress={open("print")}>
        {t("label.print")}
      </Button>
      <Button fill Icon={FileText} onPress={open("pdf")}>
        {t("label.pdf")}
      </Button>
    </>
  );
}

export function LabelSheet({ posTid, as }: { posTid: string; as: As }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const errorText = useErrorText();
  const mayAlone = usePermission("customers");
  const isBusy = useTill((state) => state.busy.customers === true);
  const [problem, setProblem] = useState<TillError | null>(null);
  const [printed, setPrinted] = useState<{ confirmed: boolean } | null>(null);
  const make = async (approval: CommandApproval) => {
    setProblem(null);
    const label = await actions.makeLabel(posTid, as, approval);
    if (label === null) return;
    if (!label.ok) setProblem(label.error);
    else if (label.value.as === "print") setPrinted(label.value);
    else actions.closeDialog();
  };
  if (printed !== null) {
    return (
      <Sheet
        title={t("label.title")}
        onClose={actions.closeDialog}
        footer={
          <Button kind="primary" autoFocus onPress={actions.closeDialog}>
            {t("done")}
          </Button>
        }
      >
        <p role="status">{t(printed.confirmed ? "label.printed" : "label.sent")}</p>
      </Sheet>
    );
  }
  return (
    <ApprovalSheet
      title={t("label.title")}
      yes={t(isBusy ? "label.busy" : `label.${as}`)}
      isReady
      isBusy={isBusy}
      mayAlone={mayAlone}
      ask={{ command: "customer.label", input: { posTid, as } }}
      onYes={(approval) => void make(approval)}
      about={
        <div className={layout.stack}>
          <p>{t(`label.${as}Text`)}</p>
          {problem !== null && (
            <p className={message.wrong} role="alert" data-testid="label-problem">
              {errorText(problem)}
            </p>
          )}
        </div>
      }
    />
  );
}
