import { Calculator, Pencil, Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RegisterCertificate, RegisterView } from "../../../contract/integration/registers.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { CopyButton } from "../../kit/ui/copy-button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import message from "../../kit/ui/message.module.css";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { RegisterSheet, RevokeSheet } from "./register-sheet.tsx";
import styles from "./registers.module.css";
import { Webhooks } from "./webhooks.tsx";

type Open = { step: "new" } | { step: "change" | "revoke"; register: RegisterView };

export function RegistersSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { items, url, certificate } = useTill((state) => state.registers);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void actions.readRegisters(), [actions]);
  if (items === null) return <Section>{null}</Section>;
  const close = () => {
    actions.forgetRegisterProblem();
    setOpen(null);
  };
  const add = (
    <Button kind="primary" Icon={Plus} onPress={() => setOpen({ step: "new" })}>
      {t("registers.add")}
    </Button>
  );
  return (
    <Section>
      <p className={message.saved} data-tone={url === null ? "attention" : "closed"} role="status">
        {url === null ? t("registers.closed") : t("registers.address", { url })}
      </p>
      {url !== null && certificate !== null && <Certificate url={url} certificate={certificate} />}
      {items.length === 0 ? (
        <Empty Icon={Calculator} title={t("registers.none")} text={t("registers.noneText")}>
          {add}
        </Empty>
      ) : (
        <>
          <div className={styles.head}>{add}</div>
          <ul className={styles.list}>
            {items.map((register) => (
              <Row key={register.id} register={register} onStep={(step) => setOpen({ step, register })} />
            ))}
          </ul>
        </>
      )}
      <Webhooks />
      {open?.step === "new" && <RegisterSheet register={null} onClose={close} />}
      {open?.step === "change" && <RegisterSheet register={open.register} onClose={close} />}
      {open?.step === "revoke" && <RevokeSheet register={open.register} onClose={close} />}
    </Section>
  );
}

function Certificate({ url, certificate }: { url: string; certificate: RegisterCertificate }) {
  const { t } = useTranslation();
  const { day } = useFormat();
  const { fingerprint, until, isOwn } = certificate;
  return (
    <figure className={keyMaterial.pem} data-testid="certificate">
      <figcaption>{t("registers.certificate.title")}</figcaption>
      <pre>{fingerprint}</pre>
      <p>
        {t(isOwn ? "registers.certificate.own" : "registers.certificate.given", { until: day(until.slice(0, 10)) })}
      </p>
      <p>{t("registers.certificate.take", { address: `${url}/api/v1/certificate.pem` })}</p>
      <div className={keyMaterial.ways}>
        <CopyButton
          text={fingerprint}
          label={t("registers.certificate.copy")}
          copied={t("registers.certificate.copied")}
        />
      </div>
    </figure>
  );
}

function Row({ register, onStep }: { register: RegisterView; onStep: (step: "change" | "revoke") => void }) {
  const { t } = useTranslation();
  const { dateTime, money } = useFormat();
  const { name, rights, refundLimit, lastSeenAt } = register;
  const may = rights.map((right) =>
    right === "refund" && refundLimit !== null
      ? t("registers.refundUpTo", { amount: money(refundLimit) })
      : t(`registers.right.${right}`),
  );
  return (
    <li className={styles.row} data-testid="register">
      <span className={styles.words}>
        <strong>{name}</strong>
        <span>{may.join(" · ")}</span>
        <span className={styles.quiet}>
          {lastSeenAt === null ? t("registers.neverSeen") : t("registers.lastSeen", { at: dateTime(lastSeenAt) })}
        </span>
      </span>
      <span className={styles.steps}>
        <IconButton Icon={Pencil} label={t("registers.changeOf", { name })} onPress={() => onStep("change")} />
        <IconButton Icon={Trash2} label={t("registers.revokeOf", { name })} onPress={() => onStep("revoke")} />
      </span>
    </li>
  );
}
