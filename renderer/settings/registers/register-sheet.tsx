import { useState } from "react";
import { useTranslation } from "react-i18next";
import { REGISTER_RIGHTS, type RegisterRight, type RegisterView } from "../../../contract/integration/registers.ts";
import { MAX_AMOUNT } from "../../../contract/values/money.ts";
import { AmountField } from "../../kit/ui/amount-field.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { CopyButton } from "../../kit/ui/copy-button.tsx";
import { Field } from "../../kit/ui/field.tsx";
import layout from "../../kit/ui/layout.module.css";
import message from "../../kit/ui/message.module.css";
import { Segmented } from "../../kit/ui/segmented.tsx";
import { Sheet } from "../../kit/ui/sheet.tsx";
import { Switch } from "../../kit/ui/switch.tsx";
import { useAmountEntry } from "../../kit/ui/use-amount-entry.ts";
import { useErrorText, useReasonText } from "../../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../../store/store.ts";
import { useUnsaved } from "../../store/use-saving.ts";
import styles from "./registers.module.css";

interface RegisterSheetProps {
  /** null: a new one */
  register: RegisterView | null;
  onClose: () => void;
}

export function RegisterSheet({ register, onClose }: RegisterSheetProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string | null>(null);
  const draft = useRegisterDraft(register, (made) => (made === null ? onClose() : setKey(made)));
  useUnsaved(draft.isChanged && key === null);
  if (key !== null) return <KeySheet name={draft.name.trim()} value={key} onClose={onClose} />;
  return (
    <Sheet
      wide
      title={register === null ? t("registers.newTitle") : t("registers.changeTitle", { name: register.name })}
      onClose={onClose}
      isChanged={draft.isChanged}
      footer={
        <Button kind="primary" isDisabled={!draft.isReady} onPress={() => void draft.save()}>
          {t(draft.isBusy ? "registers.saving" : register === null ? "registers.create" : "registers.save")}
        </Button>
      }
    >
      <form
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isReady) void draft.save();
        }}
      >
        <Fields draft={draft} isNew={register === null} />
      </form>
    </Sheet>
  );
}

type Refund = "none" | "limited" | "all";
type Draft = ReturnType<typeof useRegisterDraft>;

function useRegisterDraft(register: RegisterView | null, onDone: (key: string | null) => void) {
  const actions = useActions();
  const { isBusy, currency } = useTill((state) => ({
    isBusy: state.busy.registers === true,
    currency: state.terminal?.currency ?? "NOK",
  }));
  const first = { rights: register?.rights ?? (["sell"] as const), refundLimit: register?.refundLimit ?? null };
  const firstRefund = refundOf(first);
  const [name, setName] = useState(register?.name ?? "");
  const [rights, setRights] = useState<readonly RegisterRight[]>(first.rights.filter((right) => right !== "refund"));
  const [refund, setRefund] = useState<Refund>(firstRefund);
  const limit = useAmountEntry(currency, MAX_AMOUNT, first.refundLimit ?? 0);
  const may: RegisterRight[] = refund === "none" ? [...rights] : [...rights, "refund"];
  const refundLimit = refund === "limited" ? limit.amount : null;
  const isSame = REGISTER_RIGHTS.every((right) => may.includes(right) === first.rights.includes(right));
  const isChanged =
    name !== (register?.name ?? "") || !isSame || refund !== firstRefund || refundLimit !== first.refundLimit;
  const isWhole = name.trim() !== "" && may.length > 0 && !(refund === "limited" && limit.amount === null);
  const save = async () => {
    const chosen = { rights: may, refundLimit };
    if (register !== null) return (await actions.changeRegister({ id: register.id, ...chosen })) && onDone(null);
    const made = await actions.addRegister({ name: name.trim(), ...chosen });
    if (made !== null) onDone(made.key);
  };
  const toggle = (right: RegisterRight, has: boolean) =>
    setRights(has ? [...rights, right] : rights.filter((one) => one !== right));
  const isReady = isWhole && isChanged && !isBusy;
  return { name, setName, rights, toggle, refund, setRefund, limit, isBusy, isChanged, isReady, save };
}

function refundOf({ rights, refundLimit }: Pick<RegisterView, "rights" | "refundLimit">): Refund {
  if (!rights.includes("refund")) return "none";
  return refundLimit === null ? "all" : "limited";
}

const SWITCHED = REGISTER_RIGHTS.filter((right) => right !== "refund");

function Fields({ draft, isNew }: { draft: Draft; isNew: boolean }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const errorText = useErrorText();
  const problem = useTill((state) => state.registers.problem);
  const wrong = problem?.details.fields?.find(({ field }) => field === "name");
  const { name, setName, rights, toggle, refund, setRefund, limit } = draft;
  return (
    <>
      {problem !== null && wrong === undefined && (
        <p className={message.wrong} role="alert">
          {errorText(problem)}
        </p>
      )}
      {isNew && (
        <Field
          label={t("registers.name")}
          value={name}
          onChange={setName}
          autoFocus
          description={t("registers.nameHint")}
          problem={reasonText(wrong?.because, wrong?.expected)}
          input={{ maxLength: 40, autoComplete: "off" }}
        />
      )}
      <div className={styles.rights}>
        {SWITCHED.map((right) => (
          <Switch key={right} isSelected={rights.includes(right)} onChange={(has) => toggle(right, has)}>
            {t(`registers.right.${right}`)}
          </Switch>
        ))}
      </div>
      <fieldset className={styles.refunds}>
        <legend>{t("registers.right.refund")}</legend>
        <Segmented
          fill
          label={t("registers.right.refund")}
          value={refund}
          onChange={setRefund}
          options={(["none", "limited", "all"] as const).map((value) => ({
            value,
            label: t(`registers.refunds.${value}`),
          }))}
        />
        {refund === "limited" && (
          <AmountField
            isLine
            label={t("registers.limit")}
            value={limit}
            description={t("registers.limitHint")}
            problem={t("staff.policy.badAmount")}
          />
        )}
      </fieldset>
    </>
  );
}

function KeySheet({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  const { t } = useTranslation();
  const words = { text: t("registers.keyText"), copy: t("registers.keyCopy"), copied: t("registers.keyCopied") };
  return <SecretSheet title={t("registers.keyTitle", { name })} words={words} value={value} onClose={onClose} />;
}

interface SecretSheetProps {
  title: string;
  words: Record<"text" | "copy" | "copied", string>;
  value: string;
  onClose: () => void;
}

/** Shows a key or secret, once only. */
export function SecretSheet({ title, words, value, onClose }: SecretSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <Button kind="primary" onPress={onClose}>
          {t("registers.keyDone")}
        </Button>
      }
    >
      <div className={layout.stack}>
        <p>{words.text}</p>
        <code className={styles.key} data-testid="register-key">
          {value}
        </code>
        <CopyButton text={value} label={words.copy} copied={words.copied} />
      </div>
    </Sheet>
  );
}

export function RevokeSheet({ register, onClose }: { register: RegisterView; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const words = {
    title: t("registers.revokeTitle", { name: register.name }),
    text: t("registers.revokeText"),
    now: t("registers.revokeNow"),
    keep: t("registers.keep"),
  };
  const revoke = async () => {
    if (await actions.revokeRegister(register.id)) onClose();
  };
  return <ConfirmSheet words={words} onConfirm={revoke} onClose={onClose} />;
}

interface ConfirmSheetProps {
  words: Record<"title" | "text" | "now" | "keep", string>;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Confirms an irreversible action; Enter cancels. */
export function ConfirmSheet({ words, onConfirm, onClose }: ConfirmSheetProps) {
  const errorText = useErrorText();
  const { problem, isBusy } = useTill((state) => ({
    problem: state.registers.problem,
    isBusy: state.busy.registers === true,
  }));
  return (
    <Sheet
      role="alertdialog"
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={() => void onConfirm()}>
            {words.now}
          </Button>
          <Button kind="primary" autoFocus onPress={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <p className={message.wrong} role="alert">
          {errorText(problem)}
        </p>
      )}
      <p>{words.text}</p>
    </Sheet>
  );
}
