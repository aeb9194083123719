import { useTell, useTexts } from "./context.tsx";
import { Frame } from "./frame.tsx";
import { LanguageKeys } from "./language-keys.tsx";

export function Languages() {
  const { t } = useTexts();
  const tell = useTell();
  return (
    <Frame name="language" title={t("chooseLanguage")} onBack={() => tell({ type: "back" })}>
      <LanguageKeys isFirst onChoose={(language) => tell({ type: "language", language })} />
    </Frame>
  );
}
