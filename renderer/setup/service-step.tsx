import { FlaskConical, Landmark } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../kit/ui/field.tsx";
import { PemField } from "../kit/ui/pem-field.tsx";
import { useActions, useTill } from "../store/store.ts";
import { Failure } from "./failure.tsx";
import { ImportedNote } from "./imported-note.tsx";
import { NewBooksNote } from "./new-books-note.tsx";
import { ChoiceCards } from "./parts/choice-cards.tsx";
import { Fold } from "./parts/fold.tsx";
import { Note } from "./parts/note.tsx";
import { Toggle } from "./parts/toggle.tsx";
import { SaveConfiguration } from "./save-configuration.tsx";
import { StepForm } from "./step-form.tsx";
import { type DraftForm, useDraft } from "./use-draft.ts";
import styles from "./wizard.module.css";

const ADVANCED = [
  "service.vendor",
  "service.mediaType",
  "service.publicKey",
  "service.integrator",
  "service.trustedHosts",
  "service.ca",
] as const;
const USUAL_VENDOR = "svc";
const FIELDS = ["service.baseUrl", "service.merchant", "service.user", "secrets.testbedToken", ...ADVANCED];

/** Commands whose errors are shown next to their field. */
const PLACED = ["setup.keepSecret"] as const;

export function ServiceStep() {
  const { t } = useTranslation();
  const actions = useActions();
  const form = useDraft();
  const [token, setToken] = useState("");
  if (form === null) return null;
  const { draft } = form;
  const isCustom = draft.preset === "custom";
  const keepToken = async () => {
    if (!isCustom || !draft.testbed || token === "") return true;
    const isStored = await actions.keepSecret({ kind: "testbedToken", value: token, baseUrl: draft.service.baseUrl });
    if (isStored) setToken("");
    return isStored;
  };
  return (
    <StepForm
      step="service"
      title={t("setup.service.title")}
      intro={isCustom ? t("setup.service.intro") : undefined}
      fields={isCustom ? FIELDS : []}
      onNext={keepToken}
      placed={isCustom && draft.testbed ? PLACED : []}
      hasBack={false}
      aside={<SaveConfiguration />}
    >
      <ImportedNote />
      <NewBooksNote />
      <ChoiceCards
        label={t("setup.service.preset")}
        value={draft.preset}
        onChange={actions.choosePreset}
        cards={[
          { value: "demo", Icon: FlaskConical, title: t("setup.service.demo"), text: t("setup.service.demoText") },
          { value: "custom", Icon: Landmark, title: t("setup.service.custom"), text: t("setup.service.customText") },
        ]}
      />
      {isCustom ? (
        <CustomService form={form} token={token} setToken={setToken} />
      ) : (
        <Note>{t("setup.service.demoNote")}</Note>
      )}
    </StepForm>
  );
}

interface CustomServiceProps {
  form: DraftForm;
  token: string;
  setToken: (token: string) => void;
}

function CustomService({ form, token, setToken }: CustomServiceProps) {
  const { t } = useTranslation();
  const { draft, editService, problem } = form;
  const { service } = draft;
  const imported = useTill((state) => state.setup.imported);
  return (
    <>
      <Field
        label={t("setup.service.baseUrl")}
        value={service.baseUrl}
        onChange={(baseUrl) => editService({ baseUrl: baseUrl.trim() })}
        description={t("setup.service.baseUrlHint")}
        problem={problem("service.baseUrl")}
        input={{ inputMode: "url", autoComplete: "off", spellCheck: false }}
      />
      <div className={styles.pair}>
        <Field
          label={t("setup.service.merchant")}
          value={service.merchant}
          onChange={(merchant) => editService({ merchant: merchant.trim() })}
          problem={problem("service.merchant")}
          input={{ autoComplete: "off", spellCheck: false }}
        />
        <Field
          label={t("setup.service.user")}
          value={service.user ?? ""}
          onChange={(user) => editService({ user: textOrNull(user) })}
          description={t(imported ? "setup.service.userImported" : "setup.service.userHint")}
          problem={problem("service.user")}
          input={{ autoComplete: "off", spellCheck: false }}
        />
      </div>
      <Testbed form={form} token={token} setToken={setToken} />
      <Advanced form={form} />
    </>
  );
}

function Testbed({ form: { draft, edit, problem }, token, setToken }: CustomServiceProps) {
  const { t } = useTranslation();
  const lacksToken = problem("secrets.testbedToken") !== undefined;
  const hasToken = useTill((state) => state.setup.secrets?.testbedToken === true) && !lacksToken;
  return (
    <div className={styles.group}>
      <Toggle
        label={t("setup.service.testbed")}
        description={t("setup.service.testbedHint")}
        isSelected={draft.testbed}
        onChange={(testbed) => edit((before) => ({ ...before, testbed }))}
      />
      {draft.testbed && (
        <Field
          label={t("setup.service.token")}
          value={token}
          onChange={setToken}
          description={hasToken ? t("setup.credentials.kept") : t("setup.credentials.secretHint")}
          problem={problem("secrets.testbedToken")}
          input={{
            type: "password",
            autoComplete: "off",
            spellCheck: false,
            placeholder: hasToken ? "••••••••" : "",
          }}
        />
      )}
      {draft.testbed && <Failure of={PLACED} />}
    </div>
  );
}

function Advanced({ form: { draft, editService, problem } }: { form: DraftForm }) {
  const { t } = useTranslation();
  const { vendor, mediaType = null, publicKey, integrator, trustedHosts, ca } = draft.service;
  const isUnusual =
    vendor !== USUAL_VENDOR ||
    [mediaType, publicKey, integrator, ca].some((given) => given !== null) ||
    trustedHosts.length > 0;
  return (
    <Fold
      title={t("setup.service.advanced")}
      mustShow={ADVANCED.some((field) => problem(field) !== undefined)}
      opened={isUnusual}
    >
      <PemField
        label={t("setup.service.publicKey")}
        value={publicKey}
        onChange={(publicKey) => editService({ publicKey })}
        description={t("setup.service.publicKeyHint")}
        problem={problem("service.publicKey")}
      />
      <Field
        label={t("setup.service.vendor")}
        value={vendor}
        onChange={(vendor) => editService({ vendor: vendor.trim() })}
        description={t("setup.service.vendorHint")}
        problem={problem("service.vendor")}
        input={{ autoComplete: "off", spellCheck: false }}
      />
      <Field
        label={t("setup.service.mediaType")}
        value={mediaType ?? ""}
        onChange={(text) => editService({ mediaType: textOrNull(text) })}
        description={t("setup.service.mediaTypeHint")}
        problem={problem("service.mediaType")}
        input={{ autoComplete: "off", spellCheck: false }}
      />
      <Field
        label={t("setup.service.integrator")}
        value={integrator ?? ""}
        onChange={(text) => editService({ integrator: textOrNull(text) })}
        description={t("setup.service.integratorHint")}
        problem={problem("service.integrator")}
        input={{ autoComplete: "off", spellCheck: false }}
      />
      <Hosts
        hosts={trustedHosts}
        onChange={(hosts) => editService({ trustedHosts: hosts })}
        problem={problem("service.trustedHosts")}
      />
      <PemField
        label={t("setup.service.ca")}
        value={ca}
        onChange={(pem) => editService({ ca: pem })}
        description={t("setup.service.caHint")}
        problem={problem("service.ca")}
      />
    </Fold>
  );
}

interface HostsProps {
  hosts: string[];
  onChange: (hosts: string[]) => void;
  problem: string | undefined;
}

/** A list of hosts; keeps the text as typed. */
function Hosts({ hosts, onChange, problem }: HostsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(hosts.join(", "));
  return (
    <Field
      label={t("setup.service.trustedHosts")}
      value={text}
      onChange={(typed) => {
        setText(typed);
        onChange(typed.split(/[\s,;]+/).filter((host) => host !== ""));
      }}
      description={t("setup.service.trustedHostsHint")}
      problem={problem}
      input={{ autoComplete: "off", spellCheck: false }}
    />
  );
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
