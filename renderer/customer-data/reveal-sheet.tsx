import { useEffect, useState } from "react";
import { ApprovalSheet } from "../kit/approval/approval.tsx";
import { OwnCommandProblem } from "../kit/approval/command-problem.tsx";
import { usePermission } from "../kit/approval/permissions.ts";
import { useAsksPin } from "../kit/approval/pin.ts";
import type { CommandApproval } from "../kit/context.ts";
import { countdown } from "../kit/format/time.ts";
import { Button } from "../kit/ui/button.tsx";
import { HoldButton } from "../kit/ui/hold-button.tsx";
import layout from "../kit/ui/layout.module.css";
import { Sheet } from "../kit/ui/sheet.tsx";
import { useActions, useNow, useTill } from "../store/store.ts";
import styles from "./customer-data.module.css";
import { claimWords, useCustomerDataTexts } from "./words.ts";

/** Shows one claim in full after a long press or an approval; recorded in the journal. */
export function RevealSheet({ posTid, claim }: { posTid: string; claim: string }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const mayAlone = usePermission("customers");
  const asks = useAsksPin(mayAlone);
  const isBusy = useTill((state) => state.busy.customers === true);
  const [value, setValue] = useState<string | null>(null);
  const name = claimWords(t, claim);
  const title = t("reveal.title", { name });
  const show = async (approval: CommandApproval) => setValue(await actions.revealClaim(posTid, claim, approval));
  if (value !== null) return <Revealed posTid={posTid} name={name} title={title} value={value} />;
  if (asks) {
    return (
      <ApprovalSheet
        title={title}
        yes={t("reveal.yes")}
        isReady
        isBusy={isBusy}
        mayAlone={mayAlone}
        ask={{ command: "permission.reveal", input: { posTid, claim } }}
        onYes={(approval) => void show(approval)}
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

/** Hides the claim after this time, because the user may have left. */
const SHOWN_MS = 30_000;

function Revealed({ posTid, name, title, value }: { posTid: string; name: string; title: string; value: string }) {
  const t = useCustomerDataTexts();
  const { closeDialog } = useActions();
  const now = useNow();
  const [since] = useState(now);
  const isKept = useTill(({ customerData }) => customerData.permissions[posTid]?.steps.includes("reveal") ?? false);
  const left = since + SHOWN_MS - now;
  // A clock set back would show it longer.
  const isOver = !isKept || left <= 0 || left > SHOWN_MS;
  useEffect(() => {
    if (isOver) closeDialog();
  }, [isOver, closeDialog]);
  if (isOver) return null;
  return (
    <Sheet
      title={title}
      onClose={closeDialog}
      footer={
        <Button kind="primary" autoFocus onPress={closeDialog}>
          {t("reveal.hide")}
        </Button>
      }
    >
      <p className={styles.revealed} role="status" aria-label={t("reveal.value", { name })} data-testid="revealed">
        {value}
      </p>
      <p className={styles.quiet}>
        <span role="timer">{t("reveal.left", { left: countdown(left) })}</span>
      </p>
    </Sheet>
  );
}
