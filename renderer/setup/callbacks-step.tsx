import { FileLock2, PhoneIncoming, RefreshCw, Waypoints } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PEM_FILES } from "../kit/text-files.ts";
import { Button } from "../kit/ui/button.tsx";
import { Field } from "../kit/ui/field.tsx";
import { FileButton } from "../kit/ui/file-button.tsx";
import layout from "../kit/ui/layout.module.css";
import message from "../kit/ui/message.module.css";
import { useFormat } from "../kit/ui/use-format.ts";
import { useActions, useTill } from "../store/store.ts";
import { Failure } from "./failure.tsx";
import { ChoiceCards } from "./parts/choice-cards.tsx";
import { StepForm } from "./step-form.tsx";
import rows from "./test-row.module.css";
import { TestRow } from "./test-row.tsx";
import { type DraftForm, useDraft } from "./use-draft.ts";
import styles from "./wizard.module.css";

const FIELDS = ["callbacks.listen", "callbacks.publicUrl", "callbacks.tls", "secrets.tls"];
/** Commands whose errors are shown next to the files. */
const PLACED = ["setup.keepSecret"] as const;
const USUAL_ADDRESS = "0.0.0.0:8443";

export function CallbacksStep() {
  const { t } = useTranslation();
  const form = useDraft();
  // Keeps the fields of the other option while it is not selected.
  const [left, setLeft] = useState({ listen: USUAL_ADDRESS, publicUrl: null as string | null, tls: false });
  if (form === null) return null;
  const { draft, editCallbacks } = form;
  const receives = draft.callbacks.listen !== null;
  const choose = (how: "none" | "receive") => {
    if (how === "receive") return editCallbacks(left);
    setLeft({ ...draft.callbacks, listen: draft.callbacks.listen ?? USUAL_ADDRESS });
    editCallbacks({ listen: null, publicUrl: null, tls: false });
  };
  return (
    <StepForm
      step="callbacks"
      title={t("setup.callbacks.title")}
      intro={t("setup.callbacks.intro")}
      fields={FIELDS}
      placed={draft.callbacks.tls ? PLACED : []}
    >
      <ChoiceCards
        label={t("setup.callbacks.how")}
        value={receives ? "receive" : "none"}
        onChange={choose}
        cards={[
          { value: "none", Icon: RefreshCw, title: t("setup.callbacks.none"), text: t("setup.callbacks.noneText") },
          {
            value: "receive",
            Icon: PhoneIncoming,
            title: t("setup.callbacks.receive"),
            text: t("setup.callbacks.receiveText"),
          },
        ]}
      />
      {receives && <Receiving form={form} />}
    </StepForm>
  );
}

function Receiving({ form: { draft, editCallbacks, problem } }: { form: DraftForm }) {
  const { t } = useTranslation();
  const { listen, publicUrl, tls } = draft.callbacks;
  const imported = useTill((state) => state.setup.imported);
  return (
    <>
      <div className={styles.pair}>
        <Field
          label={t("setup.callbacks.listen")}
          value={listen ?? ""}
          onChange={(text) => editCallbacks({ listen: text.trim() })}
          description={t("setup.callbacks.listenHint")}
          problem={problem("callbacks.listen")}
          input={{ autoComplete: "off", spellCheck: false }}
        />
        <Field
          label={t("setup.callbacks.publicUrl")}
          value={publicUrl ?? ""}
          onChange={(text) => editCallbacks({ publicUrl: text.trim() === "" ? null : text.trim() })}
          description={t(imported ? "setup.callbacks.publicUrlImported" : "setup.callbacks.publicUrlHint")}
          problem={problem("callbacks.publicUrl")}
          input={{ inputMode: "url", autoComplete: "off", spellCheck: false }}
        />
      </div>
      <ChoiceCards
        label={t("setup.callbacks.tls")}
        isShown
        value={tls ? "own" : "proxy"}
        onChange={(how) => editCallbacks({ tls: how === "own" })}
        cards={[
          {
            value: "proxy",
            Icon: Waypoints,
            title: t("setup.callbacks.tlsProxy"),
            text: t("setup.callbacks.tlsProxyText"),
          },
          { value: "own", Icon: FileLock2, title: t("setup.callbacks.tlsOwn"), text: t("setup.callbacks.tlsOwnText") },
        ]}
      />
      {tls && <TlsFiles problem={problem("secrets.tls") ?? problem("callbacks.tls")} />}
      <LiveTest />
    </>
  );
}

/** Certificate and key, sent together; only the certificate's details return. */
function TlsFiles({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const actions = useActions();
  const tls = useTill((state) => state.setup.secrets?.tls ?? null);
  const [certificatePem, setCertificate] = useState("");
  const take = (keyPem: string) => void actions.keepSecret({ kind: "tls", certificatePem, keyPem });
  return (
    <div className={styles.group}>
      {tls && <p>{t("setup.callbacks.tlsKept", { subject: tls.subject, date: dateTime(tls.validTo) })}</p>}
      {problem === undefined && (
        <p className={layout.prose}>{t(tls ? "setup.callbacks.tlsReplace" : "setup.callbacks.tlsMissing")}</p>
      )}
      <div className={styles.row}>
        <FileButton label={t("setup.callbacks.certificate")} types={PEM_FILES} onRead={setCertificate} />
        <FileButton
          label={t("setup.callbacks.privateKey")}
          types={PEM_FILES}
          isDisabled={certificatePem === ""}
          onRead={take}
        />
      </div>
      <Failure of={PLACED} />
      {problem !== undefined && (
        <p className={message.wrong} data-problem tabIndex={-1} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function LiveTest() {
  const { t } = useTranslation();
  const actions = useActions();
  const progress = useTill((state) => state.setup.tests.callback);
  const result = useRef<HTMLUListElement>(null);
  // Scrolls the result into view.
  useEffect(() => {
    if (progress !== undefined) result.current?.scrollIntoView({ block: "nearest" });
  }, [progress]);
  return (
    <div className={styles.group}>
      <div className={styles.row}>
        <Button isDisabled={progress?.state === "running"} onPress={() => void actions.runSetupTest("callback")}>
          {t(progress?.state === "found" ? "setup.callbacks.testAgain" : "setup.callbacks.test")}
        </Button>
        {progress === undefined && <p className={layout.prose}>{t("setup.callbacks.testText")}</p>}
      </div>
      {progress && (
        <ul ref={result} className={rows.tests} aria-live="polite">
          <TestRow test="callback" progress={progress} />
        </ul>
      )}
    </div>
  );
}
