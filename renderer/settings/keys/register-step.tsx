import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { KeysView } from "../../../contract/keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import { useActions, useTill } from "../../store/store.tsx";
import { Findings } from "./findings.tsx";
import { Fingerprint } from "./in-force.tsx";
import styles from "./keys.module.css";
import { PublicHalfButtons } from "./public-half-buttons.tsx";

export interface RegisterStepProps {
  next: NonNullable<KeysView["next"]>;
  registers: KeysView["registers"];
}

/** The new key becomes known to the service: by the till itself, or by a person where the service does not allow that. */
export function RegisterStep({ next, registers }: RegisterStepProps) {
  const { t } = useTranslation();
  const actions = useActions();
  const { findings, isBusy } = useTill(({ keys, busy }) => ({
    findings: keys.registering,
    isBusy: busy["keys.register"] === true || busy["keys.test"] === true || busy["keys.activate"] === true,
  }));
  const isRegistering = useTill(({ busy }) => busy["keys.register"] === true);
  const [isOpen, setIsOpen] = useState(false);
  const byHand = useId();
  if (next.publicKeyPem === null) return <p>{t("rotation.steps.registerSecret")}</p>;
  if (registers !== "till") {
    return (
      <>
        <p>{t(`rotation.finding.by_hand_${registers}`)}</p>
        <ByHand next={next} />
      </>
    );
  }
  const isByHand = isOpen || findings.some(({ finding }) => finding.startsWith("by_hand"));
  return (
    <>
      <p>{t("rotation.steps.registerSelf")}</p>
      {next.offeredAt !== null && findings.length === 0 && (
        <p role="status" data-testid="key-offered">
          {t("rotation.steps.offered")}
        </p>
      )}
      <Findings findings={findings} />
      <div className={keyMaterial.ways}>
        <Button
          kind={isByHand || next.testedAt !== null ? "secondary" : "primary"}
          isDisabled={isBusy}
          onPress={() => void actions.registerKey()}
        >
          {t(isRegistering ? "rotation.steps.registering" : "rotation.steps.registerNow")}
        </Button>
        {!isByHand && (
          <Button kind="quiet" aria-expanded={false} aria-controls={byHand} onPress={() => setIsOpen(true)}>
            {t("rotation.steps.byHand")}
          </Button>
        )}
      </div>
      <div id={byHand} className={styles.byHand}>
        {isByHand && <ByHand next={next} />}
      </div>
    </>
  );
}

function ByHand({ next }: Pick<RegisterStepProps, "next">) {
  const { t } = useTranslation();
  const { publicKeyPem, fingerprint } = next;
  if (publicKeyPem === null || fingerprint === null) return null;
  return (
    <>
      <p>{t("rotation.steps.registerKey")}</p>
      <figure className={`${keyMaterial.pem} ${styles.pem}`}>
        <figcaption>{t("rotation.publicHalf")}</figcaption>
        <pre data-testid="next-public-key">{publicKeyPem.trim()}</pre>
      </figure>
      <p className={styles.named}>
        <span>{t("rotation.fingerprint")}</span>
        <Fingerprint value={fingerprint} />
      </p>
      <PublicHalfButtons pem={publicKeyPem} />
    </>
  );
}
