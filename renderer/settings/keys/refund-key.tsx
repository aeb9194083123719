import { KeyRound, Lock, LockOpen, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefundKeyView } from "../../../contract/configuration/refund-key.ts";
import { useRoleName } from "../../kit/approval/role-name.ts";
import { PEM_FILES } from "../../kit/text-files.ts";
import { Button } from "../../kit/ui/button.tsx";
import { FileButton } from "../../kit/ui/file-button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions } from "../../store/store.ts";
import { Fingerprint } from "./active-key.tsx";
import styles from "./keys.module.css";
import { PublicHalfButtons } from "./public-half-buttons.tsx";
import { EnrolSheet, KeepSheet, RemoveSheet } from "./refund-key-sheets.tsx";

type Person = RefundKeyView["people"][number];

export function RefundKey({ refundKey, isWeak }: { refundKey: RefundKeyView; isWeak: boolean }) {
  const { t } = useTranslation();
  const { key, needed, people } = refundKey;
  return (
    <section className={styles.part} aria-labelledby="keys-refund" data-testid="refund-key">
      <h3 id="keys-refund" className={styles.heading}>
        {t("refundKey.title")}
      </h3>
      <p className={styles.text}>{t("refundKey.text")}</p>
      {key === null ? <None isWeak={isWeak} /> : <There known={key} isNeeded={needed} />}
      {key !== null && <People people={people} />}
    </section>
  );
}

function None({ isWeak }: { isWeak: boolean }) {
  const { t } = useTranslation();
  const [source, setSource] = useState<{ pem: string | null } | null>(null);
  if (isWeak) return <p className={styles.text}>{t("refundKey.weak")}</p>;
  return (
    <>
      <p className={styles.quiet}>{t("refundKey.none")}</p>
      <div className={`${keyMaterial.sources} ${styles.sources}`}>
        <div>
          <Button Icon={KeyRound} onPress={() => setSource({ pem: null })}>
            {t("refundKey.make")}
          </Button>
          <p>{t("refundKey.makeText")}</p>
        </div>
        <div>
          <FileButton label={t("refundKey.import")} types={PEM_FILES} onRead={(pem) => setSource({ pem })} />
          <p>{t("refundKey.importText")}</p>
        </div>
      </div>
      {source && <KeepSheet pem={source.pem} onClose={() => setSource(null)} />}
    </>
  );
}

function There({ known, isNeeded }: { known: NonNullable<RefundKeyView["key"]>; isNeeded: boolean }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const actions = useActions();
  const [isRemoving, setIsRemoving] = useState(false);
  const time = dateTime(known.since);
  return (
    <>
      <div className={styles.head}>
        <p className={styles.quiet}>
          {known.by === null ? t("refundKey.sinceUnnamed", { time }) : t("refundKey.since", { time, name: known.by })}
        </p>
        <Button
          kind="quiet"
          Icon={Trash2}
          onPress={() => {
            setIsRemoving(true);
            actions.takeStepOn();
          }}
        >
          {t("refundKey.remove")}
        </Button>
      </div>
      <p className={styles.text}>{t(isNeeded ? "refundKey.registerText" : "refundKey.notNeeded")}</p>
      <p className={styles.named}>
        <span>{t("rotation.fingerprint")}</span>
        <Fingerprint value={known.fingerprint} />
      </p>
      <PublicHalfButtons pem={known.publicKeyPem} name="refund-public" />
      {isRemoving && <RemoveSheet onClose={() => setIsRemoving(false)} />}
    </>
  );
}

function People({ people }: { people: readonly Person[] }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const [enrolling, setEnrolling] = useState<Person | null>(null);
  return (
    <>
      <h4 className={styles.heading}>{t("refundKey.people")}</h4>
      <p className={styles.quiet}>{t("refundKey.peopleText")}</p>
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.id} data-tone={person.unlocks ? "paid" : "attention"}>
            {person.unlocks ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
            <span>
              <strong>{person.name}</strong>
              <span>
                {roleName(person.role)} · {t(person.unlocks ? "refundKey.unlocks" : "refundKey.locked")}
              </span>
            </span>
            {!person.unlocks && (
              <Button aria-label={t("refundKey.enrolOf", { name: person.name })} onPress={() => setEnrolling(person)}>
                {t("refundKey.enrol")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {enrolling && <EnrolSheet person={enrolling} onClose={() => setEnrolling(null)} />}
    </>
  );
}
