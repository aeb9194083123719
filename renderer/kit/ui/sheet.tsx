import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "./button.tsx";
import styles from "./sheet.module.css";

export interface SheetProps {
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  /** `alertdialog` requires an answer: a press outside does not close it */
  role?: "dialog" | "alertdialog";
  wide?: boolean;
  isChanged?: boolean;
}

/** A modal dialog. Escape closes it and restores the focus. */
export function Sheet(props: SheetProps) {
  const { title, children, footer, onClose, role = "dialog", wide = false, isChanged = false } = props;
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const close = () => (isChanged ? setAsks(true) : onClose());
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === "dialog"}
      onOpenChange={(open) => !open && close()}
      className={styles.overlay}
    >
      <Modal className={styles.modal} data-wide={wide || undefined}>
        <Dialog role={role} className={styles.dialog}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={styles.title}>
              {title}
            </Heading>
            {role === "dialog" && <IconButton label={t("common.close")} Icon={X} onPress={close} />}
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
          {asks && <DiscardSheet onKeep={() => setAsks(false)} onDiscard={onClose} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DiscardSheet({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet
      role="alertdialog"
      title={t("unsaved.title")}
      onClose={onKeep}
      footer={
        <>
          <Button onPress={onDiscard}>{t("unsaved.discard")}</Button>
          <Button kind="primary" autoFocus onPress={onKeep}>
            {t("unsaved.keep")}
          </Button>
        </>
      }
    >
      <p>{t("unsaved.text")}</p>
    </Sheet>
  );
}
