import { KeyRound, LockKeyhole, RectangleEllipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../kit/ui/field.tsx";
import { KeyStorage } from "../settings/keys/key-storage.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Failure } from "./failure.tsx";
import { KeyPart } from "./key-part.tsx";
import { ChoiceCards } from "./parts/choice-cards.tsx";
import { Note } from "./parts/note.tsx";
import { StepForm } from "./step-form.tsx";
import { KEY_COMMANDS } from "./texts.ts";
import { useDraft } from "./use-draft.ts";
import styles from "./wizard.module.css";

/** Commands whose errors are shown next to the field. */
const SECRET_COMMANDS = ["setup.keepSecret"] as const;
const FIELDS = ["scheme", "secrets.key", "secrets.secret"];

export function CredentialsStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const form = useDraft();
  const [secret, setSecret] = useState("");
  if (form === null) return null;
  const { draft, edit, problem } = form;
  const isSecret = draft.scheme === "SECRET";
  const keepSecret = async () => {
    if (!isSecret || secret === "") return true;
    const isStored = await actions.keepSecret({ kind: "secret", value: secret, baseUrl: draft.service.baseUrl });
    if (isStored) setSecret("");
    return isStored;
  };
  return (
    <StepForm
      step="credentials"
      title={t("setup.credentials.title")}
      intro={t("setup.credentials.intro")}
      fields={FIELDS}
      placed={isSecret ? SECRET_COMMANDS : KEY_COMMANDS}
      onNext={keepSecret}
    >
      <ChoiceCards
        label={t("setup.credentials.scheme")}
        value={draft.scheme}
        onChange={(scheme) => edit((before) => ({ ...before, scheme }))}
        cards={[
          {
            value: "RSA-SHA256",
            Icon: KeyRound,
            title: t("setup.credentials.key"),
            text: t("setup.credentials.keyText"),
          },
          {
            value: "SECRET",
            Icon: RectangleEllipsis,
            title: t("setup.credentials.secret"),
            text: t("setup.credentials.secretText"),
          },
        ]}
      />
      {problem("scheme") && <Note kind="failed">{problem("scheme")}</Note>}
      <Keeper />
      {isSecret ? (
        <>
          <SecretField value={secret} onChange={setSecret} problem={problem("secrets.secret")} />
          <Failure of={SECRET_COMMANDS} />
        </>
      ) : (
        <KeyPart user={draft.service.user} problem={problem("secrets.key")} />
      )}
    </StepForm>
  );
}

interface SecretFieldProps {
  value: string;
  onChange: (secret: string) => void;
  problem: string | undefined;
}

function SecretField({ value, onChange, problem }: SecretFieldProps) {
  const { t } = useTranslation();
  // A secret of another address does not count and has a problem.
  const hasSecret = useTill((state) => state.setup.secrets?.secret === true) && problem === undefined;
  return (
    <Field
      label={t("setup.credentials.secretLabel")}
      value={value}
      onChange={onChange}
      description={hasSecret ? t("setup.credentials.kept") : t("setup.credentials.secretHint")}
      problem={problem}
      input={{ type: "password", autoComplete: "off", spellCheck: false, placeholder: hasSecret ? "••••••••" : "" }}
    />
  );
}

/** The key store of this machine. A weak one must be accepted by the owner first. */
function Keeper() {
  const { t } = useTranslation();
  const vault = useTill(({ keys, setup: { secrets } }) => {
    // The acceptance made here is newer.
    if (keys.vault !== null) return keys.vault;
    return secrets && { backend: secrets.backend, weak: secrets.weak, consent: null };
  });
  if (vault === null) return null;
  if (vault.weak) return <KeyStorage vault={vault} />;
  const name = KNOWN.find((known) => known === vault.backend);
  return (
    <p className={styles.keeper}>
      <LockKeyhole aria-hidden size={18} />
      {name === undefined ? t("vault.backend.keyring", { name: vault.backend }) : t(`vault.backend.${name}`)}.{" "}
      {t(name === "machine-key" ? "vault.readable" : "vault.strong")}
    </p>
  );
}

/** Key stores with a translation; others are shown by name. */
const KNOWN = ["passphrase", "machine-key", "macos_keychain", "windows_dpapi"] as const;
