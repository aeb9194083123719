import { useState } from "react";
import { ApprovalSheet, useAsksPin } from "../kit/approval/approval.tsx";
import { OwnCommandProblem } from "../kit/approval/command-problem.tsx";
import { useMay } from "../kit/approval/permissions.ts";
import type { Leave } from "../kit/context.ts";
import { Button } from "../kit/ui/button.tsx";
import { HoldButton } from "../kit/ui/hold-button.tsx";
import layout from "../kit/ui/layout.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useTill } from "../store/store.tsx";
import styles from "./customer-data.module.css";
import { claimWords, useWords } from "./words.ts";

/** One claim in full, as long as this is open: on purpose - held, or approved by a PIN - and in the journal. */
export function RevealSheet({ posTid, claim }: { posTid: string; claim: string }) {
  const t = useWords();
  const actions = useActions();
  const mayAlone = useMay("customers");
  const asks = useAsksPin(mayAlone);
  const isBusy = useTill((state) => state.busy.customers === true);
  const [value, setValue] = useState<string | null>(null);
  const name = claimWords(t, claim);
  const title = t("reveal.title", { name });
  const show = async (leave: Leave) => setValue(await actions.revealClaim(posTid, claim, leave));
  if (value !== null) {
    return (
      <Sheet
        title={title}
        onClose={actions.closeDialog}
        footer={
          <Button kind="primary" autoFocus onPress={actions.closeDialog}>
            {t("reveal.hide")}
          </Button>
        }
      >
        <p className={styles.revealed} role="status" aria-label={t("reveal.value", { name })} data-testid="revealed">
          {value}
        </p>
      </Sheet>
    );
  }
  if (asks) {
    return (
      <ApprovalSheet
        title={title}
        yes={t("reveal.yes")}
        isReady
        isBusy={isBusy}
        mayAlone={mayAlone}
        ask={{ command: "permission.reveal", input: { posTid, claim } }}
        onYes={(leave) => void show(leave)}
        about={<p>{t("reveal.text")}</p>}
      />
    );
  }
  return (
    <Sheet title={title} onClose={actions.closeDialog}>
      <div className={layout.stack}>
        <OwnCommandProblem />
        <p>{t("reveal.text")}</p>
        <HoldButton
          label={t("reveal.hold")}
          noHoldLabel={t("reveal.noHold")}
          confirmLabel={t("reveal.confirm")}
          isDisabled={isBusy}
          onHeld={() => void show(null)}
        />
      </div>
    </Sheet>
  );
}
