import { useTranslation } from "react-i18next";
import type { KeysView } from "../../../contract/configuration/keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import { useActions, useTill } from "../../store/store.ts";
import { Fingerprint } from "./active-key.tsx";
import { Findings } from "./findings.tsx";
import styles from "./keys.module.css";
import { PublicHalfButtons } from "./public-half-buttons.tsx";

type Next = NonNullable<KeysView["next"]>;

/**
 * Registers the new key automatically.
 * @param onByHand switches to manual registration; null: not offered
 */
export function RegisterSelf({ next, onByHand }: { next: Next; onByHand: (() => void) | null }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { findings, isRegistering, isBusy } = useTill(({ keys, busy }) => ({
    findings: keys.registering,
    isRegistering: busy["keys.register"] === true,
    isBusy: busy["keys.test"] === true || busy["keys.activate"] === true || busy["keys.discard"] === true,
  }));
  return (
    <div className={styles.stepBody}>
      <p>{t("rotation.steps.registerSelf")}</p>
      {next.offeredAt !== null && findings.length === 0 && (
        <p role="status" data-testid="key-offered">
          {t("rotation.steps.offered")}
        </p>
      )}
      <Findings findings={findings} />
      <div className={keyMaterial.ways}>
        <Button
          kind={onByHand === null ? "secondary" : "primary"}
          isDisabled={isBusy || isRegistering}
          onPress={() => void actions.registerKey()}
        >
          {t(isRegistering ? "rotation.steps.registering" : "rotation.steps.registerNow")}
        </Button>
        {onByHand && (
          <Button kind="quiet" isDisabled={isRegistering} onPress={onByHand}>
            {t("rotation.steps.byHand")}
          </Button>
        )}
      </div>
    </div>
  );
}

/**
 * What the owner registers with the service.
 * @param registers who registers the key, and why not the till
 */
export function RegisterByHand({ next, registers }: { next: Next; registers: KeysView["registers"] }) {
  const { t } = useTranslation();
  const { publicKeyPem, fingerprint } = next;
  if (publicKeyPem === null || fingerprint === null) return <p>{t("rotation.steps.registerSecret")}</p>;
  return (
    <>
      {registers !== "till" && <p>{t(`rotation.finding.by_hand_${registers}`)}</p>}
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
