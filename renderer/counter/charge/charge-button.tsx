import { LockKeyhole, type LucideIcon, Phone, QrCode, ScanQrCode } from "lucide-react";
import { useTranslation } from "react-i18next";
import { totalOf } from "../../kit/amount/entry.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import type { Draft } from "../../store/state.ts";
import { useActions, useTill } from "../../store/store.ts";
import { DISK_PROBLEM_ID } from "./entry-problems.ts";

export function ChargeButton() {
  const { t } = useTranslation();
  const { money } = useFormat();
  const actions = useActions();
  const { amount, isReserve, isBusy, isFull, icon } = useTill((state) => ({
    amount: totalOf(state.draft.entry),
    isReserve: state.draft.action === "AUTH",
    icon: iconOf(state.draft),
    isBusy: state.busy.start === true,
    isFull: state.terminal?.disk === "full",
  }));
  const words =
    amount === 0
      ? t(isReserve ? "charge.reserveEmpty" : "charge.buttonEmpty")
      : t(isReserve ? "charge.reserveButton" : "charge.button", { amount: money(amount) });
  return (
    <Button
      kind="primary"
      size="large"
      fill
      Icon={icon}
      isDisabled={amount === 0 || isBusy || isFull}
      aria-describedby={isFull ? DISK_PROBLEM_ID : undefined}
      onPress={() => void actions.charge()}
    >
      {words}
    </Button>
  );
}

function iconOf({ customer, phone, action }: Draft): LucideIcon {
  if (customer) return ScanQrCode;
  if (phone.trim() !== "") return Phone;
  return action === "AUTH" ? LockKeyhole : QrCode;
}
