import { KeyRound, Plus, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WebhookView } from "../../../contract/integration/webhooks.ts";
import { Button, IconButton } from "../../kit/ui/button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { SelectField } from "../../kit/ui/select-field.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import { ConfirmSheet, SecretSheet } from "./register-sheet.tsx";
import styles from "./registers.module.css";

type Open =
  | { step: "new" }
  | { step: "renew" | "remove"; webhook: WebhookView }
  | { step: "secret"; address: string; secret: string };

interface Tested {
  address: string;
  taken: boolean;
  detail: string;
}

const addressOf = ({ url }: Pick<WebhookView, "url">) => URL.parse(url)?.host ?? url;

export function Webhooks() {
  const { t } = useTranslation();
  const actions = useActions();
  const webhooks = useTill((state) => state.registers.webhooks);
  const [open, setOpen] = useState<Open | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const close = () => {
    actions.forgetRegisterProblem();
    setOpen(null);
  };
  const test = async (webhook: WebhookView) => {
    setTested(null);
    const arrived = await actions.testWebhook(webhook.id);
    if (arrived !== null) setTested({ address: addressOf(webhook), ...arrived });
  };
  return (
    <section className={styles.webhooks} aria-labelledby="webhooks-title">
      <div className={styles.head}>
        <div className={styles.words}>
          <h3 id="webhooks-title">{t("registers.webhooks.title")}</h3>
          <span className={styles.quiet}>{t("registers.webhooks.intro")}</span>
        </div>
        <Button Icon={Plus} onPress={() => setOpen({ step: "new" })}>
          {t("registers.webhooks.add")}
        </Button>
      </div>
      {tested !== null && (
        <p className={message.saved} data-tone={tested.taken ? "closed" : "attention"} role="status">
          {t(tested.taken ? "registers.webhooks.taken" : "registers.webhooks.refused", { ...tested })}
        </p>
      )}
      {webhooks.length === 0 && <p className={styles.quiet}>{t("registers.webhooks.none")}</p>}
      <ul className={styles.list}>
        {webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            webhook={webhook}
            onTest={() => void test(webhook)}
            onStep={(step) => setOpen({ step, webhook })}
          />
        ))}
      </ul>
      {open !== null && <Opened open={open} onNext={setOpen} onClose={close} />}
    </section>
  );
}

interface RowProps {
  webhook: WebhookView;
  onTest: () => void;
  onStep: (step: "renew" | "remove") => void;
}

function Row({ webhook, onTest, onStep }: RowProps) {
  const { t } = useTranslation();
  const address = addressOf(webhook);
  const { behind: number, detail, register, state, url } = webhook;
  return (
    <li className={styles.row} data-testid="webhook">
      <span className={styles.words}>
        <strong>{url}</strong>
        <span>{register ?? t("registers.webhooks.everybody")}</span>
        <span className={styles.quiet}>{t(`registers.webhooks.state.${state}`, { detail, number })}</span>
      </span>
      <span className={styles.steps}>
        <IconButton Icon={Send} label={t("registers.webhooks.test", { address })} onPress={onTest} />
        <IconButton
          Icon={KeyRound}
          label={t("registers.webhooks.renew", { address })}
          onPress={() => onStep("renew")}
        />
        <IconButton
          Icon={Trash2}
          label={t("registers.webhooks.remove", { address })}
          onPress={() => onStep("remove")}
        />
      </span>
    </li>
  );
}

function Opened({ open, onNext, onClose }: { open: Open; onNext: (open: Open) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const onMade = ({ webhook, secret }: { webhook: WebhookView; secret: string }) =>
    onNext({ step: "secret", address: addressOf(webhook), secret });
  if (open.step === "new") return <NewSheet onMade={onMade} onClose={onClose} />;
  if (open.step === "secret") {
    const words = {
      text: t("registers.webhooks.secretText"),
      copy: t("registers.webhooks.secretCopy"),
      copied: t("registers.webhooks.secretCopied"),
    };
    const title = t("registers.webhooks.secretTitle", { address: open.address });
    return <SecretSheet title={title} words={words} value={open.secret} onClose={onClose} />;
  }
  const { step, webhook } = open;
  const address = addressOf(webhook);
  const confirm = async () => {
    if (step === "remove") return void ((await actions.removeWebhook(webhook.id)) && onClose());
    const made = await actions.renewWebhook(webhook.id);
    if (made !== null) onMade(made);
  };
  const words = {
    title: t(`registers.webhooks.${step}Title`, { address }),
    text: t(`registers.webhooks.${step}Text`),
    now: t(`registers.webhooks.${step}Now`),
    keep: t("registers.webhooks.keep"),
  };
  return <ConfirmSheet words={words} onConfirm={confirm} onClose={onClose} />;
}

/** The option for all registers; no register has this name. */
const EVERYBODY = "";

interface NewSheetProps {
  onMade: (made: { webhook: WebhookView; secret: string }) => void;
  onClose: () => void;
}

function NewSheet({ onMade, onClose }: NewSheetProps) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const actions = useActions();
  const { problem, items } = useTill((state) => state.registers);
  const isBusy = useTill((state) => state.busy.registers === true);
  const [url, setUrl] = useState("");
  const [register, setRegister] = useState(EVERYBODY);
  useUnsaved(url !== "");
  const wrong = problem?.details.fields?.find(({ field }) => field === "url");
  const isReady = url.trim() !== "" && !isBusy;
  const save = async () => {
    const made = await actions.addWebhook({ url: url.trim(), register: register === EVERYBODY ? null : register });
    if (made !== null) onMade(made);
  };
  return (
    <Sheet
      title={t("registers.webhooks.newTitle")}
      onClose={onClose}
      isChanged={url !== ""}
      footer={
        <Button kind="primary" isDisabled={!isReady} onPress={() => void save()}>
          {t("registers.webhooks.create")}
        </Button>
      }
    >
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save();
        }}
      >
        {problem !== null && wrong === undefined && (
          <p className={message.wrong} role="alert">
            {errorText(problem)}
          </p>
        )}
        <Field
          label={t("registers.webhooks.url")}
          value={url}
          onChange={setUrl}
          autoFocus
          description={t("registers.webhooks.urlHint")}
          problem={reasonText(wrong?.because, wrong?.expected)}
          input={{ maxLength: 2000, autoComplete: "off", inputMode: "url", spellCheck: "false" }}
        />
        <SelectField label={t("registers.webhooks.of")} value={register} onChange={setRegister}>
          <option value={EVERYBODY}>{t("registers.webhooks.everybody")}</option>
          {(items ?? []).map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      </form>
    </Sheet>
  );
}
