import { KeyRound, LockKeyhole, RectangleEllipsis } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../kit/ui/field.tsx";
import { KeptHere } from "../settings/keys/kept-here.tsx";
import { useActions, useTill } from "../store/store.tsx";
import { Failure } from "./failure.tsx";
import { KEY_COMMANDS, KeyPart } from "./key-part.tsx";
import { ChoiceCards } from "./parts/choice-cards.tsx";
import { Note } from "./parts/note.tsx";
import { StepForm } from "./step-form.tsx";
import { useDraft } from "./use-draft.ts";
import styles from "./wizard.module.css";

/** What fails there is said beside the field. */
const SECRET_COMMANDS = ["setup.keepSecret"] as const;
const FIELDS = ["scheme", "secrets.key", "secrets.secret"];

/** How the till proves who it is: a key that never leaves it, or a secret that goes with every request. */
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
    const kept = await actions.keepSecret({ kind: "secret", value: secret, baseUrl: draft.service.baseUrl });
    if (kept) setSecret("");
    return kept;
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
  // One that was given for another address counts for nothing here: then there is a problem to show.
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

/** What keeps the key or the secret on this machine. Where that is weak, nothing is kept before the owner accepts it. */
function Keeper() {
  const { t } = useTranslation();
  const vault = useTill(({ keys, setup: { secrets } }) => {
    // Accepted here: main's newer word.
    if (keys.vault !== null) return keys.vault;
    return secrets && { backend: secrets.backend, weak: secrets.weak, consent: null };
  });
  if (vault === null) return null;
  if (vault.weak) return <KeptHere vault={vault} />;
  const name = KNOWN.find((known) => known === vault.backend);
  return (
    <p className={styles.keeper}>
      <LockKeyhole aria-hidden size={18} />
      {name === undefined ? t("vault.backend.keyring", { name: vault.backend }) : t(`vault.backend.${name}`)}.{" "}
      {t(name === "machine-key" ? "vault.readable" : "vault.strong")}
    </p>
  );
}

/** Ways to keep keys that have words of their own; any other is a keyring, known by its name. */
const KNOWN = ["passphrase", "machine-key", "macos_keychain", "windows_dpapi"] as const;
