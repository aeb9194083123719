import { Accessibility, ArrowLeft, CircleHelp, Globe } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { LANGUAGE_NAMES } from "../../contract/values/customer-language.ts";
import { Connected } from "./connected.tsx";
import { useDispatch, useTexts } from "./context.ts";
import styles from "./frame.module.css";
import { Pane } from "./pane.tsx";
import type { Sheet } from "./session.ts";
import { SpeechKeys } from "./speech-keys.tsx";

interface FrameProps {
  title?: ReactNode;
  onBack?: () => void;
  children: ReactNode;
  /** The primary action, within reach */
  action?: ReactNode;
  name: string;
  tone?: string;
}

export function Frame({ title, onBack, children, action, name, tone }: FrameProps) {
  const { t } = useTexts();
  return (
    <div className={styles.frame} data-testid={`kiosk-${name}`} data-tone={tone}>
      <div>
        <header className={styles.header} data-bare={title === undefined || undefined}>
          {onBack && (
            <AriaButton className={styles.back} aria-label={t("back")} onPress={onBack}>
              <ArrowLeft aria-hidden />
            </AriaButton>
          )}
          {title !== undefined && <Title>{title}</Title>}
        </header>
        <Connected />
      </div>
      <Pane>{children}</Pane>
      <footer className={styles.footer}>
        <Utilities />
        {action && <div className={styles.action}>{action}</div>}
      </footer>
    </div>
  );
}

/** The heading, focused on mount: screen readers announce it, and keys start here. */
export function Title({ children, className = styles.title }: { children: ReactNode; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

export function Utilities() {
  const { t, language } = useTexts();
  const dispatch = useDispatch();
  const open = (sheet: Sheet) => () => dispatch({ type: "sheet", sheet });
  return (
    <div className={styles.utilities} data-always>
      <SpeechKeys />
      <AriaButton className={styles.utility} data-round aria-label={t("ease.title")} onPress={open("ease")}>
        <Accessibility aria-hidden />
      </AriaButton>
      <AriaButton className={styles.utility} onPress={open("help")}>
        <CircleHelp aria-hidden />
        <span className={styles.helpWord}>{t("help")}</span>
      </AriaButton>
      <AriaButton
        className={styles.utility}
        aria-label={`${t("language")}: ${LANGUAGE_NAMES[language]}`}
        onPress={open("languages")}
      >
        <Globe aria-hidden />
        <span className={styles.languageWord}>{LANGUAGE_NAMES[language]}</span>
      </AriaButton>
    </div>
  );
}
