import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TillError } from "../../../contract/calls/errors.ts";
import type { MailSecurity, MailView } from "../../../contract/customers/mail.ts";
import { CUSTOMER_DATA } from "../../kit/i18n/customer-data.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import { Group } from "../../kit/ui/group.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Saved } from "../../kit/ui/saved.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useSaving } from "../../store/use-saving.ts";
import styles from "./receipts.module.css";

export function MailSection() {
  const actions = useActions();
  const [view, setView] = useState<MailView | null>(null);
  useEffect(() => {
    void actions.readMail().then(setView);
  }, [actions]);
  return (
    <Section>
      {view !== null && (
        <>
          <Waiting view={view} />
          <Form view={view} onSaved={setView} />
          {view.settings !== null && <Test />}
        </>
      )}
    </Section>
  );
}

function Waiting({ view: { waiting, problem } }: { view: MailView }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const reasonText = useReasonText();
  if (waiting === 0) return null;
  return (
    <p className={message.wrong} role="status">
      {t("mail.waiting", { count: waiting })} {reasonText(problem, null)}
    </p>
  );
}

interface Draft {
  isOn: boolean;
  host: string;
  port: string;
  security: MailSecurity;
  user: string;
  password: string;
  from: string;
}

function draftOf({ settings }: MailView): Draft {
  const { host = "", port = 587, security = "starttls", user = null, from = "" } = settings ?? {};
  return { isOn: settings !== null, host, port: String(port), security, user: user ?? "", password: "", from };
}

function settingsOf({ host, port, security, user, password, from }: Draft) {
  const mailSettings = { host: host.trim(), port: Number(port), security, from: from.trim() };
  return { ...mailSettings, user: user.trim() === "" ? null : user.trim(), ...(password !== "" && { password }) };
}

const PORTS: Record<MailSecurity, string> = { tls: "465", starttls: "587", none: "25" };

function Form({ view, onSaved }: { view: MailView; onSaved: (view: MailView) => void }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const actions = useActions();
  const errorText = useErrorText();
  const saving = useSaving();
  const isBusy = useTill((state) => state.busy.mailSettings === true);
  const [draft, setDraft] = useState(() => draftOf(view));
  const [problem, setProblem] = useState<TillError | null>(null);
  const change = (part: Partial<Draft>) => {
    saving.changed();
    setProblem(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = async () => {
    const saved = await actions.saveMail(draft.isOn ? settingsOf(draft) : null);
    if (saved?.ok === false) setProblem(saved.error);
    if (!saved?.ok) return false;
    onSaved(saved.value);
    setDraft(draftOf(saved.value));
    return true;
  };
  const isReady = !draft.isOn || (draft.host.trim() !== "" && draft.from.trim() !== "" && /^\d{1,5}$/.test(draft.port));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void saving.save(save());
      }}
    >
      <div className={layout.groups}>
        <Group title={t("mail.server")}>
          <Segmented
            fill
            label={t("mail.server")}
            value={draft.isOn ? "on" : "off"}
            onChange={(chosen) => change({ isOn: chosen === "on" })}
            options={[
              { value: "off", label: t("mail.off") },
              { value: "on", label: t("mail.on") },
            ]}
          />
          {draft.isOn && <ServerFields draft={draft} problem={problem} onChange={change} />}
        </Group>
        {draft.isOn && <LoginFields draft={draft} problem={problem} onChange={change} hasPassword={view.hasPassword} />}
      </div>
      {problem !== null && (problem.details.fields ?? []).length === 0 && (
        <p className={message.wrong} role="alert">
          {errorText(problem)}
        </p>
      )}
      <Button kind="primary" type="submit" isDisabled={!isReady || isBusy}>
        {t("mail.save")}
      </Button>
      {saving.isSaved && <Saved text={t("mail.saved")} />}
    </form>
  );
}

interface FieldsProps {
  draft: Draft;
  problem: TillError | null;
  onChange: (part: Partial<Draft>) => void;
}

function useFieldProblem(problem: TillError | null): (field: string) => string | undefined {
  const reasonText = useReasonText();
  return (field) => {
    const wrong = problem?.details.fields?.find((one) => one.field === `mail.${field}`);
    return wrong && reasonText(wrong.because, wrong.expected);
  };
}

function ServerFields({ draft, problem, onChange }: FieldsProps) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const wrong = useFieldProblem(problem);
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t("mail.host")}
          value={draft.host}
          onChange={(host) => onChange({ host })}
          problem={wrong("host")}
          input={{ autoComplete: "off", spellCheck: false, maxLength: 253 }}
        />
        <Field
          label={t("mail.port")}
          value={draft.port}
          onChange={(port) => onChange({ port })}
          problem={wrong("port")}
          input={{ inputMode: "numeric", autoComplete: "off", maxLength: 5 }}
        />
      </div>
      <div>
        <h4 className={layout.fieldTitle}>{t("mail.security")}</h4>
        <Segmented
          fill
          label={t("mail.security")}
          value={draft.security}
          onChange={(security) => onChange({ security, port: PORTS[security] })}
          options={[
            { value: "starttls", label: "STARTTLS" },
            { value: "tls", label: "TLS" },
            { value: "none", label: t("mail.none") },
          ]}
        />
        <p className={layout.fieldHint}>{wrong("security") ?? t("mail.securityHint")}</p>
      </div>
    </>
  );
}

function LoginFields({ draft, problem, onChange, hasPassword }: FieldsProps & { hasPassword: boolean }) {
  const { t } = useTranslation(CUSTOMER_DATA);
  const wrong = useFieldProblem(problem);
  return (
    <Group title={t("mail.login")}>
      <Field
        label={t("mail.from")}
        value={draft.from}
        onChange={(from) => onChange({ from })}
        description={t("mail.fromHint")}
        problem={wrong("from")}
        input={{ inputMode: "email", autoComplete: "off", spellCheck: false, maxLength: 254 }}
      />
      <Field
        label={t("mail.user")}
        value={draft.user}
        onChange={(user) => onChange({ user })}
        description={t("mail.userHint")}
        problem={wrong("user")}
        input={{ autoComplete: "off", spellCheck: false, maxLength: 200 }}
      />
      <Field
        label={t("mail.password")}
        value={draft.password}
        onChange={(password) => onChange({ password })}
        description={t(hasPassword ? "mail.passwordKept" : "mail.passwordHint")}
        problem={wrong("password")}
        type="password"
        input={{ autoComplete: "new-password", maxLength: 500 }}
      />
    </Group>
  );
}

function Test() {
  const { t } = useTranslation(CUSTOMER_DATA);
  const actions = useActions();
  const errorText = useErrorText();
  const isBusy = useTill((state) => state.busy.mailTest === true);
  const [to, setTo] = useState("");
  const [testResult, setTestResult] = useState<{ text: string; isSent: boolean } | null>(null);
  const test = async () => {
    setTestResult(null);
    const tested = await actions.testMail(to.trim());
    if (tested?.ok) setTestResult({ text: t("mail.tested"), isSent: true });
    else if (tested !== null) setTestResult({ text: errorText(tested.error), isSent: false });
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (to.trim() !== "" && !isBusy) void test();
      }}
    >
      <Group title={t("mail.test")}>
        <Field
          label={t("mail.testTo")}
          value={to}
          onChange={setTo}
          description={t("mail.testHint")}
          input={{ inputMode: "email", autoComplete: "off", spellCheck: false, maxLength: 254 }}
        />
        <Button type="submit" isDisabled={to.trim() === "" || isBusy}>
          {t(isBusy ? "mail.testing" : "mail.testNow")}
        </Button>
        {testResult?.isSent === true && <Saved text={testResult.text} />}
        {testResult?.isSent === false && (
          <p className={message.wrong} role="alert" data-testid="mail-problem">
            {testResult.text}
          </p>
        )}
      </Group>
    </form>
  );
}
