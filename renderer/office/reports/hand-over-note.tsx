import { Printer } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { HandOver } from "../../../contract/accounting/reports.ts";
import type { TillError } from "../../../contract/calls/errors.ts";
import { isPinProblem, lockedUntil, wrongPin } from "../../kit/approval/pin.ts";
import { PinStep } from "../../kit/approval/pin-step.tsx";
import { errorTextKeys } from "../../kit/format/reason-text.ts";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import styles from "./reports.module.css";
import shiftStyles from "./shift.module.css";

/**
 * The latest hand-over, which another user accepts here.
 * @param isOver no acceptance is needed
 */
export function HandedOver({ latest, isOver = false }: { latest: readonly HandOver[]; isOver?: boolean }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  if (latest.length === 0) return null;
  const title = t(isOver ? "reports.shift.latest" : "reports.shift.waits");
  return (
    <section className={styles.part} aria-label={title}>
      <h3>{title}</h3>
      <ul className={shiftStyles.rows} data-testid={isOver ? "accepted" : "handed-over"}>
        {latest.map((one) => (
          <li key={one.id} className={shiftStyles.row}>
            <Words handOver={one} />
            <div className={shiftStyles.rowActions}>
              <PrintSlip id={one.id} />
              {one.acceptedBy === null && chosen !== one.id && (
                <Button kind="primary" onPress={() => setChosen(one.id)}>
                  {t("reports.shift.accept")}
                </Button>
              )}
            </div>
            {one.acceptedBy === null && chosen === one.id && <Accept handOver={one} onDone={() => setChosen(null)} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PrintSlip({ id }: { id: string }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [isPrinted, setIsPrinted] = useState(false);
  const hasPrinter = useTill(({ receipts }) => receipts.printer !== null && receipts.printer.state !== "off");
  if (!hasPrinter) return null;
  if (isPrinted) return <p role="status">{t("reports.shift.printed")}</p>;
  return (
    <Button kind="quiet" Icon={Printer} onPress={() => void actions.printSlip(id).then(setIsPrinted)}>
      {t("reports.shift.slip")}
    </Button>
  );
}

function Words({ handOver }: { handOver: HandOver }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const { person, from, at, net, payments, currency, acceptedBy, acceptedAt } = handOver;
  return (
    <div className={shiftStyles.words}>
      <p>
        <strong>
          {t("reports.shift.row", {
            name: person,
            time: t("reports.fromTo", { from: dateTime(from), to: dateTime(at) }),
          })}
        </strong>
      </p>
      <p className={shiftStyles.rowAmount}>{money(net, currency)}</p>
      <p>{t("reports.paymentCount", { count: payments })}</p>
      <Tally handOver={handOver} />
      {acceptedBy !== null && (
        <p className={styles.quiet}>
          {t("reports.shift.acceptedBy", { name: acceptedBy, time: acceptedAt === null ? "" : dateTime(acceptedAt) })}
        </p>
      )}
    </div>
  );
}

function Tally({ handOver: { tally, net, payments, currency } }: { handOver: HandOver }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  if (tally === null) return null;
  if (tally.net === net && tally.payments === payments) return <p>{t("reports.shift.same")}</p>;
  const [amount, difference] = [money(tally.net, currency), money(tally.net - net, currency)];
  return (
    <p>
      {t("reports.shift.off", { amount, difference })} · {t("reports.paymentCount", { count: tally.payments })}
    </p>
  );
}

function Accept({ handOver: { id, person: from, personId }, onDone }: { handOver: HandOver; onDone: () => void }) {
  const { t } = useTranslation();
  const actions = useActions();
  const names = useTill(({ people }) => people.names).filter((one) =>
    personId === undefined ? one.name !== from : one.id !== personId,
  );
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => void actions.readNames(), [actions]);
  const person = names.find((one) => one.id === chosen) ?? (names.length === 1 ? names[0] : undefined);
  if (names.length === 0) return <p className={styles.quiet}>{t("reports.shift.notMe")}</p>;
  if (person === undefined) {
    return (
      <div className={shiftStyles.accept} ref={showWhole}>
        <p>{t("reports.shift.who")}</p>
        <div className={shiftStyles.names}>
          {names.map((one) => (
            <Button key={one.id} onPress={() => setChosen(one.id)}>
              {one.name}
            </Button>
          ))}
        </div>
      </div>
    );
  }
  const accept = async (pin: string) => {
    const accepted = await actions.acceptShift(id, pin, person.id);
    if (accepted === null) return;
    onDone();
    await actions.signIn(pin, person.id);
    // The change of user reset the reports: confirm to the new user.
    actions.confirmHandOver(accepted);
  };
  return (
    <div className={shiftStyles.accept} ref={showWhole}>
      <AcceptPin name={person.name} onPin={(pin) => void accept(pin)} />
    </div>
  );
}

function showWhole(keys: HTMLElement | null): void {
  keys?.scrollIntoView({ block: "nearest" });
}

function AcceptPin({ name, onPin }: { name: string; onPin: (pin: string) => void }) {
  const { t } = useTranslation();
  const wordsFor = (refused: TillError) =>
    isPinProblem(refused) ? wrongPin(t, refused, "staff.signIn.wrong") : t(`${errorTextKeys(refused)}.happened`);
  const { problem, isBusy, digits } = useTill((state) => ({
    problem: state.reports.problem,
    isBusy: state.busy["shift.accept"] === true,
    digits: state.terminal?.pinDigits.signIn ?? null,
  }));
  return (
    <PinStep
      label={t("reports.shift.pin", { name })}
      submit={t("reports.shift.accept")}
      digits={digits}
      problem={problem && problem.code !== "locked_out" ? wordsFor(problem) : undefined}
      lockedUntil={lockedUntil(problem)}
      isChecking={isBusy}
      onPin={onPin}
    />
  );
}
