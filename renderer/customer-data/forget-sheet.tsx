import { useState } from "react";
import { ApprovalSheet } from "../kit/approval/approval.tsx";
import { usePermission } from "../kit/approval/permissions.ts";
import type { CommandApproval } from "../kit/context.ts";
import { Button } from "../kit/ui/button.tsx";
import layout from "../kit/ui/layout.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.ts";
import { claimWords, useCustomerDataTexts } from "./words.ts";

export function ForgetSheet({ posTid }: { posTid: string }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const mayAlone = usePermission("customers");
  const isBusy = useTill((state) => state.busy.customers === true);
  const [erased, setErased] = useState<string[] | null>(null);
  const forget = async (approval: CommandApproval) => setErased(await actions.forgetCustomer(posTid, approval));
  if (erased === null) {
    return (
      <ApprovalSheet
        role="alertdialog"
        title={t("forget.title")}
        yes={t("forget.yes")}
        isReady
        isBusy={isBusy}
        mayAlone={mayAlone}
        ask={{ command: "customer.forget", input: { posTid } }}
        onYes={(approval) => void forget(approval)}
        about={<p>{t("forget.text")}</p>}
      />
    );
  }
  const names = [...new Set(erased.map((claim) => nameOfErased(t, claim)))];
  return (
    <Sheet
      title={t("forget.doneTitle")}
      onClose={actions.closeDialog}
      footer={
        <Button kind="primary" autoFocus onPress={actions.closeDialog}>
          {t("done")}
        </Button>
      }
    >
      <div className={layout.stack} role="status" data-testid="erased">
        <p>{t(names.length === 0 ? "forget.nothing" : "forget.erased")}</p>
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

function nameOfErased(t: ReturnType<typeof useCustomerDataTexts>, claim: string): string {
  if (claim === "access_token") return t("forget.token");
  return claim === "customer" ? t("forget.customer") : claimWords(t, claim);
}
