import { CircleCheck, UserRound } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { hasNoMovements, type Shift } from "../../../contract/accounting/reports.ts";
import { isPinProblem } from "../../kit/approval/pin.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Empty } from "../../kit/ui/empty.tsx";
import message from "../../kit/ui/message.module.css";
import { Money } from "../../kit/ui/money.tsx";
import { Section } from "../../kit/ui/section-tabs.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Figures } from "./figures.tsx";
import { HandedOver } from "./hand-over-note.tsx";
import { Problem } from "./problem.tsx";
import styles from "./reports.module.css";
import shiftStyles from "./shift.module.css";
import { CountFirst } from "./shift-count.tsx";

export function ShiftSection() {
  const { t } = useTranslation();
  const actions = useActions();
  const { shift, handedOver, isAboutPin } = useTill(({ reports }) => ({
    shift: reports.shift,
    handedOver: reports.handedOver,
    // The keypad shows it.
    isAboutPin: reports.problem !== null && (isPinProblem(reports.problem) || reports.problem.code === "locked_out"),
  }));
  const name = useTill(({ terminal }) => terminal?.staff?.name ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the user changes
  useEffect(() => void actions.readShift(), [actions, name]);
  if (shift === null)
    return (
      <Section>
        <Problem />
      </Section>
    );
  // The new shift is empty until the hand-over is accepted or something is sold.
  const isJustHandedOver = handedOver?.acceptedBy === null && hasNoMovements(shift);
  return (
    <Section>
      {!isAboutPin && <Problem />}
      {handedOver !== null && (
        <p className={message.saved} role="status">
          <CircleCheck aria-hidden size={22} />
          {handedOver.acceptedBy === null
            ? t("reports.shift.handedOver")
            : t(name === handedOver.acceptedBy ? "reports.shift.acceptedHere" : "reports.shift.accepted", {
                name: handedOver.acceptedBy,
              })}
        </p>
      )}
      <HandedOver latest={shift.latest.filter(({ acceptedBy }) => acceptedBy === null)} />
      {shift.person === null ? <SignInFirst /> : !isJustHandedOver && <Own shift={shift} name={shift.person} />}
      <HandedOver isOver latest={shift.latest.filter(({ acceptedBy }) => acceptedBy !== null)} />
    </Section>
  );
}

function SignInFirst() {
  const { t } = useTranslation();
  const actions = useActions();
  return (
    <Empty Icon={UserRound} title={t("reports.shift.signInTitle")} text={t("reports.shift.signInText")}>
      <Button onPress={() => actions.open({ kind: "signIn" })}>{t("reports.shift.signIn")}</Button>
    </Empty>
  );
}

function Own({ shift, name }: { shift: Shift; name: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { dateTime, money } = useFormat();
  const isBusy = useTill((state) => state.busy["shift.handOver"] === true);
  const takesWithoutUser = useTill(({ terminal }) => terminal?.people.requireSignIn === false);
  const { from, net, through, counting } = shift;
  return (
    <section className={shiftStyles.own} aria-label={name} data-testid="own-shift">
      <p className={styles.quiet}>{t("reports.shift.since", { name, time: dateTime(from) })}</p>
      {counting ? (
        <CountFirst through={through} />
      ) : (
        <>
          <Money amount={net} className={shiftStyles.net} />
          {isEmpty(shift) ? (
            <p>
              {t("reports.shift.nothing", { name })} {takesWithoutUser && t("reports.shift.withoutUser")}
            </p>
          ) : (
            <>
              <ShiftFiguresView shift={shift} />
              <Button
                kind="primary"
                size="large"
                isDisabled={isBusy}
                onPress={() => void actions.handOver({ through })}
              >
                {t("reports.shift.handOver", { amount: money(net) })}
              </Button>
            </>
          )}
        </>
      )}
    </section>
  );
}

function isEmpty(shift: Shift): boolean {
  const { reserved, parked, waiting } = shift.left;
  return hasNoMovements(shift) && reserved.count + parked + waiting === 0;
}

function ShiftFiguresView({ shift }: { shift: Shift }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { payments, captured, refunds, refunded, tips, left } = shift;
  const count = (of: number) => t("reports.paymentCount", { count: of });
  return (
    <Figures
      items={[
        { label: t("reports.captured"), value: money(captured), note: count(payments) },
        ...(refunds > 0 ? [{ label: t("reports.refunded"), value: money(refunded), note: count(refunds) }] : []),
        ...(tips > 0 ? [{ label: t("reports.tips"), value: money(tips) }] : []),
        ...(left.reserved.count > 0
          ? [{ label: t("reports.reserved"), value: money(left.reserved.amount), note: count(left.reserved.count) }]
          : []),
        ...(left.parked > 0 ? [{ label: t("reports.attention"), value: left.parked, isOff: true }] : []),
        ...(left.waiting > 0 ? [{ label: t("reports.waiting"), value: left.waiting }] : []),
      ]}
    />
  );
}
