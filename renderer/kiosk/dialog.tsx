import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTexts } from "./context.ts";
import styles from "./dialog.module.css";
import { Pane } from "./pane.tsx";

interface KioskDialogProps {
  title: ReactNode;
  children: ReactNode;
  actions: ReactNode;
  onClose: () => void;
  role?: "dialog" | "alertdialog";
  name: string;
}

export function KioskDialog({ title, children, actions, onClose, role = "dialog", name }: KioskDialogProps) {
  const { language } = useTexts();
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === "dialog"}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={styles.overlay}
    >
      <Modal className={styles.modal}>
        <Dialog role={role} className={styles.dialog} lang={language} data-testid={`kiosk-${name}`}>
          <Heading slot="title" level={2} className={styles.title}>
            {title}
          </Heading>
          <Pane className={styles.body}>{children}</Pane>
          <footer className={styles.actions}>{actions}</footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
