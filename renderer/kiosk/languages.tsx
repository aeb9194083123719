import { useDispatch, useTexts } from "./context.ts";
import { Frame } from "./frame.tsx";
import { LanguageKeys } from "./language-keys.tsx";

export function Languages() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  return (
    <Frame name="language" title={t("chooseLanguage")} onBack={() => dispatch({ type: "back" })}>
      <LanguageKeys isFirst onChoose={(language) => dispatch({ type: "language", language })} />
    </Frame>
  );
}
