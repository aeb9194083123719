import {
  ArrowLeft,
  Ban,
  CircleDashed,
  ExternalLink,
  LoaderCircle,
  type LucideIcon,
  RotateCw,
  Smartphone,
  UserRoundX,
} from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { Permission } from "../../contract/customers/permissions.ts";
import { countdown } from "../kit/format/time.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { Button, GuardedButton, IconButton } from "../kit/ui/button.tsx";
import message from "../kit/ui/message.module.css";
import { ParkedChoices } from "../kit/ui/parked-choices.tsx";
import { useErrorText, useReasonText } from "../kit/ui/use-reason-text.ts";
import { useActions, useNow, useTill } from "../store/store.ts";
import { Answer } from "./answer.tsx";
import styles from "./customer-data.module.css";
import { LabelButtons } from "./label-sheet.tsx";
import { permissionLook } from "./look.ts";
import { MailButton } from "./mail-button.tsx";
import { useCustomerDataTexts, usePermissionName } from "./words.ts";

/**
 * An open request: code, wait, answer.
 * @param permission null: loading
 */
export function PermissionView({ permission }: { permission: Permission | null }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const nameOf = usePermissionName();
  const { hasPresets, fromCounter } = useTill(({ customerData }) => ({
    hasPresets: customerData.presets !== null,
    fromCounter: customerData.fromCounter,
  }));
  useEffect(() => {
    if (!hasPresets) void actions.readPresets();
  }, [actions, hasPresets]);
  return (
    <section className={styles.screen} aria-label={t("title")} data-testid="permission" data-phase={permission?.phase}>
      <header className={styles.head}>
        <IconButton
          label={t(fromCounter ? "toCounter" : "back")}
          Icon={ArrowLeft}
          onPress={() => actions.leavePermission()}
        />
        <h1 className={styles.title}>{permission === null ? t("title") : nameOf(permission)}</h1>
        {permission !== null && <Word permission={permission} />}
      </header>
      <Problem />
      {permission !== null && (
        <div className={styles.one}>
          <div className={styles.card}>
            <Stage permission={permission} />
            <FeeNote permission={permission} />
          </div>
          <Side permission={permission} />
        </div>
      )}
    </section>
  );
}

export function Word({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const { word, Icon } = permissionLook(permission);
  return (
    <span className={styles.word} data-testid="permission-word">
      <Icon aria-hidden size={20} />
      {t(`state.${word}`)}
    </span>
  );
}

export function Problem() {
  const errorText = useErrorText();
  const problem = useTill((state) => state.customerData.problem);
  if (problem === null) return null;
  return (
    <p className={message.wrong} role="alert">
      {errorText(problem)}
    </p>
  );
}

function useIsOver({ phase, codeUntil }: Permission): boolean {
  const now = useNow();
  return phase === "draft" && codeUntil !== null && Date.parse(codeUntil) <= now;
}

/** The grant is valid, but the service's fee is in no report. */
function FeeNote({ permission: { phase, attention, attentionReason } }: { permission: Permission }) {
  const reasonText = useReasonText();
  if (phase !== "granted" || attention === null) return null;
  return <p className={message.note}>{reasonText(attentionReason, attention)}</p>;
}

function Stage({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const reasonText = useReasonText();
  const { phase, customer, reading, attention, attentionReason } = permission;
  const { word, Icon } = permissionLook(permission);
  if (phase === "draft") return <Code permission={permission} />;
  if (phase === "queued") {
    return <Said Icon={LoaderCircle} title={t("queued.title")} text={t("queued.text")} />;
  }
  if (phase === "waiting") {
    const text = customer === null ? t("waiting.textUnnamed") : t("waiting.text", { customer });
    return <Said Icon={Smartphone} isPulsing title={t("waiting.title")} text={text} />;
  }
  if (reading) return <Said Icon={CircleDashed} title={t("reading.title")} text={t("reading.text")} />;
  if (word === "granted" || word === "partly" || word === "forgotten") return <Answer permission={permission} />;
  const why = attention === null ? t(`${word}.text`) : reasonText(attentionReason, attention);
  return <Said Icon={Icon} title={t(`${word}.title`)} text={why ?? t(`${word}.text`)} />;
}

interface SaidProps {
  Icon: LucideIcon;
  title: string;
  text: string;
  isPulsing?: boolean;
  children?: ReactNode;
}

function Said({ Icon, title, text, isPulsing = false }: SaidProps) {
  return (
    <div className={styles.said} role="status">
      <span className={styles.picture} data-pulsing={isPulsing || undefined} aria-hidden>
        <Icon />
      </span>
      <h2 className={styles.saidTitle}>{title}</h2>
      <p className={styles.saidText}>{text}</p>
    </div>
  );
}

function Code({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const now = useNow();
  const isOver = useIsOver(permission);
  const { qr, text, codeUntil } = permission;
  if (qr === null) return <Said Icon={LoaderCircle} title={t("queued.title")} text={t("queued.text")} />;
  const left = codeUntil === null ? null : Date.parse(codeUntil) - now;
  return (
    <div className={styles.code}>
      <div className={styles.room}>
        <QrCode text={qr.text} label={t("draft.qr")} expired={isOver ? t("draft.over") : null} />
      </div>
      <div className={styles.codeWords} role="status">
        <h2 className={styles.saidTitle}>{t(isOver ? "draft.over" : "draft.title")}</h2>
        <p>{t(isOver ? "draft.overText" : "draft.text")}</p>
        {text !== null && !isOver && <p className={styles.quote}>{text}</p>}
        {left !== null && !isOver && (
          <p className={styles.quiet}>
            <span role="timer">{t("draft.left", { left: countdown(left) })}</span>
          </p>
        )}
        {!isOver && <DemoLink link={qr.text} />}
      </div>
    </div>
  );
}

function DemoLink({ link }: { link: string }) {
  const t = useCustomerDataTexts();
  const demo = useTill((state) => state.terminal?.demo ?? null);
  if (demo === null) return null;
  const url = new URL(demo.phoneUrl);
  url.searchParams.set("link", link);
  return (
    <a className={styles.demoLink} href={url.href} target="_blank" rel="noreferrer">
      {t("draft.demo")} <ExternalLink aria-hidden size={20} />
    </a>
  );
}

function Side({ permission }: { permission: Permission }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  const isOver = useIsOver(permission);
  const { posTid, preset, phase, steps, combined, reading, operations } = permission;
  const { word } = permissionLook(permission);
  const isDone = !reading && (word === "granted" || word === "partly" || word === "forgotten" || word === "declined");
  const parked = operations.find(({ state }) => state === "attention");
  const mayAskAgain =
    !combined && parked === undefined && (phase === "expired" || phase === "aborted" || phase === "attention");
  return (
    <div className={styles.side}>
      {parked && (
        <ParkedChoices
          isFirst
          operation={parked}
          payment={null}
          hasCancel={steps.includes("abort")}
          onOpen={actions.open}
        />
      )}
      {(isOver || mayAskAgain) && <Again permission={permission} isFirst />}
      {(isDone || (combined && !steps.includes("abort"))) && (
        <Button kind="primary" fill onPress={() => actions.leavePermission()}>
          {t("done")}
        </Button>
      )}
      {isDone && <LabelButtons permission={permission} />}
      {isDone && <MailButton permission={permission} />}
      {word === "declined" && !combined && <Again permission={permission} />}
      {combined && (
        <Button fill onPress={() => void actions.readPaymentOf(posTid).then(() => actions.select(posTid))}>
          {t("openPayment")}
        </Button>
      )}
      {steps.includes("abort") && phase === "draft" && (
        <Button
          fill
          Icon={Smartphone}
          isDisabled={isBusy}
          onPress={() => void actions.abortPermission(posTid).then((isGone) => isGone && actions.askCustomer(preset))}
        >
          {t("draft.byPhone")}
        </Button>
      )}
      {steps.includes("abort") && (
        <GuardedButton fill Icon={Ban} isDisabled={isBusy} onPress={() => void actions.abortPermission(posTid)}>
          {t("cancel")}
        </GuardedButton>
      )}
      {steps.includes("forget") && !steps.includes("abort") && (
        <Button fill Icon={UserRoundX} onPress={() => actions.open({ kind: "forget", posTid })}>
          {t("forget.button")}
        </Button>
      )}
    </div>
  );
}

/**
 * Requests the same data again.
 * @param isFirst whether it is the primary action
 */
function Again({ permission, isFirst = false }: { permission: Permission; isFirst?: boolean }) {
  const t = useCustomerDataTexts();
  const actions = useActions();
  const isBusy = useTill((state) => Object.keys(state.busy).length > 0);
  return (
    <Button
      kind={isFirst ? "primary" : "secondary"}
      fill
      Icon={RotateCw}
      isDisabled={isBusy}
      onPress={() => void actions.requestAgain(permission)}
    >
      {t(permission.phase === "draft" ? "draft.another" : "again")}
    </Button>
  );
}
