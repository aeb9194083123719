import { LockKeyhole, Phone, QrCode, ScanQrCode } from "lucide-react";
import { useTranslation } from "react-i18next";
import { totalOf } from "../../kit/amount/entry.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.tsx";
import { DISK_PROBLEM_ID } from "./amount-panel.tsx";

/** The one button that charges: it repeats the amount. */
export function ChargeButton() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { draft, isBusy, isFull } = useTill((state) => ({
    draft: state.draft,
    isBusy: state.busy.start === true,
    isFull: state.terminal?.disk === "full",
  }));
  const amount = totalOf(draft.entry);
  const isReserve = draft.action === "AUTH";
  const words =
    amount === 0
      ? t(isReserve ? "charge.reserveEmpty" : "charge.buttonEmpty")
      : t(isReserve ? "charge.reserveButton" : "charge.button", { amount: money(amount) });
  return (
    <Button
      kind="primary"
      size="large"
      fill
      Icon={iconOf()}
      isDisabled={amount === 0 || isBusy || isFull}
      aria-describedby={isFull ? DISK_PROBLEM_ID : undefined}
      onPress={() => void actions.charge()}
    >
      {words}
    </Button>
  );
  function iconOf() {
    if (draft.customer) return ScanQrCode;
    if (draft.phone.trim() !== "") return Phone;
    return isReserve ? LockKeyhole : QrCode;
  }
}
