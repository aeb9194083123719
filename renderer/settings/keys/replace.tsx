import { KeyRound, RectangleEllipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PEM_FILES } from "../../kit/text-files.ts";
import { Button } from "../../kit/ui/button.tsx";
import { FileButton } from "../../kit/ui/file-button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import message from "../../kit/ui/message.module.css";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./keys.module.css";
import { useKeysProblem } from "./problem.ts";
import { SecretSheet } from "./secret-sheet.tsx";

export function Replace({ isDemo, isWeak }: { isDemo: boolean; isWeak: boolean }) {
  const { t } = useTranslation();
  const why = isDemo ? "demo" : isWeak ? "weak" : null;
  return (
    <section className={styles.part} aria-labelledby="keys-replace">
      <h3 id="keys-replace" className={styles.heading}>
        {t("rotation.replace.title")}
      </h3>
      {why === null ? (
        <>
          <p className={styles.text}>{t("rotation.replace.text")}</p>
          <Sources />
        </>
      ) : (
        <p className={styles.text}>{t(`rotation.replace.${why}`)}</p>
      )}
    </section>
  );
}

function Sources() {
  const { t } = useTranslation();
  const actions = useActions();
  const isBusy = useTill((state) => state.busy["keys.prepare"] === true);
  const problem = useKeysProblem("pem");
  const [isMaking, setIsMaking] = useState(false);
  const [asksSecret, setAsksSecret] = useState(false);
  const make = () => {
    setIsMaking(true);
    void actions.prepareKey({ kind: "make" }).finally(() => setIsMaking(false));
  };
  return (
    <>
      <div className={`${keyMaterial.sources} ${styles.sources}`}>
        <div>
          <Button Icon={KeyRound} isDisabled={isBusy} onPress={make}>
            {t(isMaking ? "rotation.replace.making" : "rotation.replace.make")}
          </Button>
          <p>{t("rotation.replace.makeText")}</p>
        </div>
        <div>
          <FileButton
            label={t("rotation.replace.import")}
            types={PEM_FILES}
            isDisabled={isBusy}
            onRead={(pem) => void actions.prepareKey({ kind: "import", pem })}
          />
          <p>{t("rotation.replace.importText")}</p>
        </div>
        <div>
          <Button Icon={RectangleEllipsis} isDisabled={isBusy} onPress={() => setAsksSecret(true)}>
            {t("rotation.replace.secret")}
          </Button>
          <p>{t("rotation.replace.secretText")}</p>
        </div>
      </div>
      {problem !== undefined && (
        <p className={message.wrong} role="alert">
          {problem}
        </p>
      )}
      {asksSecret && <SecretSheet onClose={() => setAsksSecret(false)} />}
    </>
  );
}
