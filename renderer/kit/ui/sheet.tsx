import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button.tsx";
import styles from "./sheet.module.css";

export interface SheetProps {
  title: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom */
  footer?: ReactNode;
  onClose: () => void;
  /** `alertdialog` for what must be answered: nothing outside closes it */
  role?: "dialog" | "alertdialog";
  wide?: boolean;
}

/** A dialog over the screen. Escape closes it, and its focus goes back to where it was. */
export function Sheet({ title, children, footer, onClose, role = "dialog", wide = false }: SheetProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === "dialog"}
      onOpenChange={(open) => !open && onClose()}
      className={styles.overlay ?? ""}
    >
      <Modal className={styles.modal ?? ""} data-wide={wide || undefined}>
        <Dialog role={role} className={styles.dialog ?? ""}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ""}>
              {title}
            </Heading>
            {role === "dialog" && <IconButton label={t("common.close")} Icon={X} onPress={onClose} />}
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
