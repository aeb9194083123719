import { type LucideIcon, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Payment } from "../../../contract/payments/views.ts";
import { Button, type ButtonProps, GuardedButton } from "../../kit/ui/button.tsx";
import { TryNow } from "../../kit/ui/try-now.tsx";
import { useActions, useTill } from "../../store/store.ts";
import { NoticeBar } from "../notice-bar.tsx";
import styles from "./choices.module.css";

export function Choices({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <aside className={styles.choices} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t("checking.choices")}
      </h2>
      {children}
      <NoticeBar isInner />
    </aside>
  );
}

export function TryConnection({ kind }: Pick<ButtonProps, "kind">) {
  const isOnline = useTill((state) => state.terminal?.connectivity === "online");
  return isOnline ? null : <TryNow kind={kind} />;
}

export function StatusNote({ Icon, title, text }: { Icon: LucideIcon; title: string; text: string }) {
  return (
    <div className={styles.calm}>
      <Icon aria-hidden size={24} />
      <div>
        <p className={styles.calmTitle}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
    </div>
  );
}

interface ChoiceProps extends Pick<ButtonProps, "kind" | "Icon"> {
  label: string;
  text: string;
  onPress: () => void;
  isCancel?: boolean;
}

export function Choice({ label, text, onPress, kind, Icon, isCancel = false }: ChoiceProps) {
  const id = useId();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const Pressed = isCancel ? GuardedButton : Button;
  return (
    <div className={styles.choice} data-cancel={isCancel || undefined}>
      <Pressed fill kind={kind} Icon={Icon} isDisabled={isBusy} onPress={onPress} aria-describedby={id}>
        {label}
      </Pressed>
      <p className={styles.text} id={id}>
        {text}
      </p>
    </div>
  );
}

export function CancelChoice({ payment: { posTid, steps }, text }: { payment: Payment; text: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  if (!steps.includes("abort")) return null;
  return (
    <Choice
      isCancel
      kind="quiet"
      Icon={X}
      label={t("present.cancel")}
      text={text}
      onPress={() => void actions.takeStep(posTid, "abort")}
    />
  );
}
