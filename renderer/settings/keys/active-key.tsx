import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { KeysView } from "../../../contract/configuration/keys.ts";
import settings from "../../kit/ui/sections.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useTill } from "../../store/store.ts";
import { Findings } from "./findings.tsx";
import styles from "./keys.module.css";
import { PublicHalfButtons } from "./public-half-buttons.tsx";

export function ActiveKey({ keys }: { keys: KeysView }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { current, next, previous, scheme, inUse } = keys;
  const registered = useTill((state) => state.keys.registering);
  const heading = useRef<HTMLHeadingElement>(null);
  const isNews = next === null && registered.length > 0;
  // The pressed button is gone and the result may be out of view.
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <section className={styles.part} aria-labelledby="keys-in-force">
      <h3 id="keys-in-force" ref={heading} tabIndex={-1} className={styles.heading}>
        {t("rotation.inForce")}
      </h3>
      {inUse === "previous" && previous && (
        <div className={styles.callout} data-tone="attention" role="status" data-testid="key-not-known">
          <TriangleAlert aria-hidden />
          <div>
            <strong>{t("rotation.notKnown.title")}</strong>
            <p>{t("rotation.notKnown.text", { time: dateTime(previous.until) })}</p>
          </div>
        </div>
      )}
      {isNews && <Findings findings={registered} />}
      <dl className={settings.facts}>
        <div>
          <dt>{t("rotation.kind")}</dt>
          <dd>{t(`rotation.scheme.${scheme}`)}</dd>
        </div>
        <div>
          <dt>{t("rotation.since")}</dt>
          <dd>{current.since === null ? t("rotation.sinceSetup") : dateTime(current.since)}</dd>
        </div>
        {current.fingerprint !== null && (
          <div>
            <dt>{t("rotation.fingerprint")}</dt>
            <dd>
              <Fingerprint value={current.fingerprint} />
            </dd>
          </div>
        )}
      </dl>
      {current.publicKeyPem === null ? (
        <p className={styles.quiet}>{t("rotation.noPublicHalf")}</p>
      ) : (
        <PublicHalfButtons pem={current.publicKeyPem} />
      )}
    </section>
  );
}

export function Fingerprint({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return <code className={styles.fingerprint}>{groups.join(" ")}</code>;
}
