import { Check } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { CUSTOMER_LANGUAGES, type CustomerLanguage, LANGUAGE_NAMES } from "../../contract/values/customer-language.ts";
import { useTill } from "../store/store.ts";
import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { KioskDialog } from "./dialog.tsx";
import { Frame } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import styles from "./language.module.css";
import { usualLanguage } from "./select.ts";

export function LanguageDialog() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const isOpen = useKiosk(({ session }) => session.sheet === "languages" && session.askedAt === null);
  if (!isOpen) return null;
  const close = () => dispatch({ type: "sheet", sheet: null });
  const choose = (language: CustomerLanguage) => {
    dispatch({ type: "language", language });
    close();
  };
  return (
    <KioskDialog
      name="languages"
      title={t("chooseLanguage")}
      onClose={close}
      actions={
        <KioskButton isClose onPress={close}>
          {t("close")}
        </KioskButton>
      }
    >
      <LanguageKeys onChoose={choose} />
    </KioskDialog>
  );
}

interface LanguageKeysProps {
  onChoose: (language: CustomerLanguage) => void;
  isFirst?: boolean;
}

export function LanguageKeys({ onChoose, isFirst = false }: LanguageKeysProps) {
  const { language: current } = useTexts();
  const shopLanguage = useTill(usualLanguage);
  const languages = [shopLanguage, ...CUSTOMER_LANGUAGES.filter((each) => each !== shopLanguage)];
  return (
    <ul className={styles.languages}>
      {languages.map((language, index) => (
        <li key={language}>
          <AriaButton
            className={styles.language}
            lang={language}
            data-current={language === current || undefined}
            data-first={(isFirst && index === 0) || undefined}
            onPress={() => onChoose(language)}
          >
            <span>{LANGUAGE_NAMES[language]}</span>
            {language === current && <Check aria-hidden />}
          </AriaButton>
        </li>
      ))}
    </ul>
  );
}

export function Languages() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  return (
    <Frame name="language" title={t("chooseLanguage")} onBack={() => dispatch({ type: "back" })}>
      <LanguageKeys isFirst onChoose={(language) => dispatch({ type: "language", language })} />
    </Frame>
  );
}
