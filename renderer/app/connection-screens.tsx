import { LoaderCircle, type LucideIcon, Plug, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Tone } from "../kit/appearance.ts";
import styles from "./panels.module.css";

export function TillUnreachable() {
  const { t } = useTranslation();
  return (
    <Message tone="attention" Icon={Plug} title={t("connection.awayTitle")} role="alert">
      <p>{t("connection.awayText")}</p>
      <p>{t("connection.awayNext")}</p>
    </Message>
  );
}

export function SessionRejected() {
  const { t } = useTranslation();
  return (
    <Message tone="failed" Icon={Unplug} title={t("connection.lostTitle")} role="alert">
      <p>{t("connection.lostText")}</p>
      <p>{t("connection.lostNext")}</p>
    </Message>
  );
}

export function Starting() {
  const { t } = useTranslation();
  return <Message tone="waiting" Icon={LoaderCircle} title={t("app.loading")} role="status" />;
}

interface MessageProps {
  tone: Tone;
  Icon: LucideIcon;
  title: string;
  role: "alert" | "status";
  children?: ReactNode;
}

function Message({ tone, Icon, title, role, children }: MessageProps) {
  return (
    <main className={styles.message} data-tone={tone}>
      <span className={styles.messagePicture}>
        <Icon aria-hidden />
      </span>
      <div role={role}>
        <h1>{title}</h1>
      </div>
      {children}
    </main>
  );
}
