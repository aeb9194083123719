import { ShieldCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type VaultView, WEAK_VAULT_SENTENCES } from "../../../contract/configuration/keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import layout from "../../kit/ui/layout.module.css";
import { Quote } from "../../kit/ui/quote.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./keys.module.css";

const KNOWN = ["passphrase", "machine-key", "macos_keychain", "windows_dpapi"] as const;

export function KeyStorage({ vault }: { vault: VaultView }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { backend, weak, consent } = vault;
  const known = KNOWN.find((name) => name === backend);
  return (
    <section className={styles.part} aria-labelledby="keys-kept" data-testid="vault">
      <h3 id="keys-kept" className={styles.heading}>
        {t("vault.title")}
      </h3>
      {weak ? (
        <AcceptWeak />
      ) : (
        <div className={styles.kept}>
          <ShieldCheck aria-hidden />
          <div>
            <strong>
              {known === undefined ? t("vault.backend.keyring", { name: backend }) : t(`vault.backend.${known}`)}
            </strong>
            <p>{t(backend === "machine-key" ? "vault.readable" : "vault.strong")}</p>
          </div>
        </div>
      )}
      {consent && (
        <div className={layout.closeStack}>
          <p>{t("vault.accepted", { by: consent.by, time: dateTime(consent.at) })}</p>
          <Quote>{consent.sentence}</Quote>
        </div>
      )}
    </section>
  );
}

function AcceptWeak() {
  const { t } = useTranslation();
  const actions = useActions();
  const sentence = useTill(({ language }) => WEAK_VAULT_SENTENCES[language]);
  const isBusy = useTill((state) => state.busy["vault.acceptWeak"] === true);
  const [isRead, setIsRead] = useState(false);
  return (
    <>
      <div className={styles.callout} data-tone="attention">
        <TriangleAlert aria-hidden />
        <div>
          <strong>{t("vault.weakTitle")}</strong>
          <p>{t("vault.weakText")}</p>
        </div>
      </div>
      <div className={styles.accept}>
        <blockquote className={styles.sentence}>{sentence}</blockquote>
        <Switch isSelected={isRead} onChange={setIsRead}>
          {t("vault.confirm")}
        </Switch>
      </div>
      <div className={keyMaterial.ways}>
        <Button kind="primary" isDisabled={!isRead || isBusy} onPress={() => void actions.acceptWeakVault(sentence)}>
          {t("vault.accept")}
        </Button>
      </div>
    </>
  );
}
