import { CircleDashed, Clock, LoaderCircle, type LucideIcon, PackageOpen, Phone, Smartphone, X } from "lucide-react";
import type { VendItem } from "../../contract/kiosk/vend.ts";
import { displayedMatchWords } from "../../contract/payments/match-words.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { countdown, roughTimeLeft } from "../kit/format/time.ts";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { StatePicture } from "../kit/ui/state-picture.tsx";
import { isAnswerUnknown, msLeft, stageOf } from "../store/select.ts";
import { useTill } from "../store/store.ts";
import { useDispatch, useKiosk, useMachineRule, useTexts } from "./context.ts";
import { Frame, Title } from "./frame.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { Pane } from "./pane.tsx";
import { PhoneNumber } from "./phone-number.tsx";
import styles from "./request.module.css";
import { itemName } from "./select.ts";
import { StaffCode } from "./staff-code.tsx";

/**
 * The open payment: code, phone approval, vend.
 * @param payment null: no response yet
 */
export function Request({ payment }: { payment: Payment | null }) {
  const isCancelling = useKiosk(
    ({ session: { request } }) => request?.state === "cancelling" || request?.wantsCancel === true,
  );
  const isPhone = useKiosk(({ session }) => session.phone !== null);
  const stage = useTill((state) =>
    payment === null ? "preparing" : stageOf({ ...state, currentId: payment.posTid }).kind,
  );
  if (isCancelling || payment?.abortRequested) return <Wait say="cancelling" Icon={LoaderCircle} />;
  if (payment === null) return <Wait say="moment" Icon={CircleDashed} isEndable />;
  if (stage === "checking") return <Checking payment={payment} />;
  if (payment.vend !== null && payment.authorisedLeft + payment.capturedTotal > 0)
    return <Dropping payment={payment} />;
  if (payment.codeMissing && payment.steps.includes("identify")) return <PhoneNumber payment={payment} />;
  switch (stage) {
    case "code":
      return isPhone ? <PhoneNumber payment={payment} /> : <Code payment={payment} />;
    case "preparing":
      return <Wait say="moment" Icon={CircleDashed} isEndable />;
    case "approving":
      return <Wait say="approve" Icon={Smartphone} payment={payment} isEndable isPulsing />;
    case "finishing":
      return <Wait say="finishing" Icon={CircleDashed} payment={payment} />;
    default:
      return <Wait say="sending" Icon={CircleDashed} payment={payment} isEndable />;
  }
}

/** True while a deposit is reserved and nothing is chosen. */
function isUnused({ vend }: Payment): boolean {
  return vend?.isDeposit === true && vend.items.length === 0;
}

function Code({ payment }: { payment: Payment }) {
  const { t, c, money } = useTexts();
  const dispatch = useDispatch();
  const { left, app, shop } = useTill((state) => ({
    left: msLeft(state, payment),
    app: state.terminal?.counter.appName ?? null,
    shop: state.terminal?.merchant.name ?? state.terminal?.pos.name ?? "",
  }));
  const isOver = left !== null && left <= 0;
  const amount = money(payment.amount);
  if (payment.qr === null) return <Wait say="moment" Icon={CircleDashed} isEndable />;
  const action = (
    <>
      <End />
      {payment.steps.includes("identify") && !isOver && (
        <KioskButton Icon={Phone} onPress={() => dispatch({ type: "phone", is: { state: "typing" } })}>
          {t("phone.use")}
        </KioskButton>
      )}
    </>
  );
  return (
    <Frame
      name="code"
      title={t(isUnused(payment) ? "request.scanReserve" : "request.scanTitle", { amount })}
      tone="waiting"
      action={action}
    >
      <div className={styles.asked}>
        <div className={styles.code}>
          <QrCode text={payment.qr.text} label={c("code", { amount, shop })} expired={isOver ? c("expired") : null} />
        </div>
        <Pane className={styles.words}>
          <p className={styles.amount} data-testid="kiosk-amount">
            {amount}
          </p>
          {isOver ? (
            <p className={styles.text} role="status">
              {t("request.codeOver")}
            </p>
          ) : (
            <>
              <ol className={styles.howTo}>
                <li>{app === null ? c("steps.open") : c("steps.openNamed", { app })}</li>
                <li>{c("steps.scan")}</li>
                <li>{c("steps.approve")}</li>
              </ol>
              <Words payment={payment} />
            </>
          )}
          {left !== null && !isOver && <TimeLeft left={left} />}
        </Pane>
      </div>
    </Frame>
  );
}

function TimeLeft({ left }: { left: number }) {
  const { c, locale } = useTexts();
  return (
    <p className={styles.left}>
      <Clock aria-hidden /> {c("timeLeft")}
      <span role="timer" aria-label={roughTimeLeft(left, locale)}>
        {countdown(left)}
      </span>
    </p>
  );
}

function Words({ payment }: { payment: Payment }) {
  const { c, language } = useTexts();
  const words = displayedMatchWords(payment, language);
  if (words === null) return null;
  return (
    <p className={styles.match}>
      <span>{c("words")}</span> <strong data-testid="match-words">{words}</strong>
    </p>
  );
}

interface WaitProps {
  say: "approve" | "moment" | "sending" | "finishing" | "cancelling";
  Icon: LucideIcon;
  payment?: Payment;
  isEndable?: boolean;
  isPulsing?: boolean;
}

function Wait({ say, Icon, payment, isEndable = false, isPulsing = false }: WaitProps) {
  const { c, money } = useTexts();
  return (
    <Frame name={say} tone="waiting" action={isEndable && <End />}>
      <div className={styles.wait}>
        <StatePicture Icon={Icon} isPulsing={isPulsing} />
        <Title>{c(`wait.${say}.title`)}</Title>
        <p className={styles.text} role="status">
          {c(`wait.${say}.text`)}
        </p>
        {payment && <p className={styles.amount}>{money(payment.amount)}</p>}
        {payment && say === "approve" && <Words payment={payment} />}
      </div>
    </Frame>
  );
}

function Checking({ payment }: { payment: Payment }) {
  const { t } = useTexts();
  const isEndable = useTill((state) => isAnswerUnknown(state, payment));
  return (
    <Frame name="checking" tone="attention" action={isEndable && <End />}>
      <div className={styles.wait}>
        <StatePicture Icon={LoaderCircle} />
        <Title>{t("request.checking")}</Title>
        <p className={styles.text} role="alert">
          {t("request.checkingText")}
        </p>
        <StaffCode payment={payment} />
      </div>
    </Frame>
  );
}

function Dropping({ payment }: { payment: Payment }) {
  const { t, c, language } = useTexts();
  const products = useTill(({ shelf }) => shelf.catalogue?.products ?? []);
  const rule = useMachineRule();
  const { vend } = payment;
  if (vend === null) return null;
  if (vend.items.length === 0) return <Wait say="finishing" Icon={CircleDashed} payment={payment} />;
  const isSettling = vend.state === "settling";
  // Machines that report only at the end get no counter, which would seem stuck.
  const hasProgress = vend.dropped.length > 0;
  const countOf = ({ slot, quantity }: VendItem) => ({
    dropped: vend.dropped.find((each) => each.slot === slot)?.quantity ?? 0,
    ordered: quantity,
  });
  return (
    <Frame name="dropping" tone={isSettling ? "waiting" : "reserved"}>
      <div className={styles.wait}>
        <StatePicture Icon={PackageOpen} isPulsing />
        <Title>{t(isSettling ? "request.settling" : "request.dropping")}</Title>
        <p className={styles.text} role="status">
          {isSettling ? c("wait.finishing.text") : [t("request.droppingText"), rule].filter(Boolean).join(" ")}
        </p>
        <ul className={styles.drops}>
          {vend.items.map((item) => (
            <li key={item.slot}>
              <span>{itemName(item, products, language)}</span>
              <strong>{hasProgress ? t("request.dropped", countOf(item)) : `${item.quantity} ×`}</strong>
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}

function End() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  return (
    <KioskButton Icon={X} isEnd onPress={() => dispatch({ type: "cancel" })}>
      {t("request.cancel")}
    </KioskButton>
  );
}
