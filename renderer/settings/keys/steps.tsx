import { Check, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { KeysView } from "../../../contract/configuration/keys.ts";
import { Button } from "../../kit/ui/button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import layout from "../../kit/ui/layout.module.css";
import { useFormat } from "../../kit/ui/use-format.ts";
import { useActions, useTill } from "../../store/store.ts";
import { Findings } from "./findings.tsx";
import { ForceSheet } from "./force-sheet.tsx";
import styles from "./keys.module.css";
import { RegisterByHand, RegisterSelf } from "./register-step.tsx";

type Next = NonNullable<KeysView["next"]>;

export function Steps({ keys, next }: { keys: KeysView; next: Next }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const actions = useActions();
  const { registering, isBusy } = useTill(({ keys: { registering }, busy }) => ({
    registering,
    isBusy: busy["keys.discard"] === true || busy["keys.register"] === true,
  }));
  const [isChosen, setIsChosen] = useState(false);
  const isSelf = keys.registers === "till" && next.scheme !== "SECRET" && next.testedAt === null;
  const isByHand = !isSelf || isChosen || registering.some(({ finding }) => finding.startsWith("by_hand"));
  return (
    <section className={styles.part} aria-labelledby="keys-steps" data-testid="key-steps">
      <div className={styles.head}>
        <div>
          <h3 id="keys-steps" className={styles.heading}>
            {t("rotation.steps.title")}
          </h3>
          <p className={styles.quiet}>{t("rotation.steps.prepared", { time: dateTime(next.preparedAt) })}</p>
        </div>
        <Button kind="quiet" Icon={Trash2} isDisabled={isBusy} onPress={() => void actions.discardKey()}>
          {t("rotation.steps.discard")}
        </Button>
      </div>
      {isSelf && <RegisterSelf next={next} onByHand={isByHand ? null : () => setIsChosen(true)} />}
      {isByHand && <ByHand keys={keys} next={next} />}
    </section>
  );
}

function ByHand({ keys, next }: { keys: KeysView; next: Next }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { findings, isTesting, isBusy } = useTill(({ keys: { findings }, busy }) => ({
    findings,
    isTesting: busy["keys.test"] === true,
    isBusy: busy["keys.test"] === true || busy["keys.activate"] === true || busy["keys.register"] === true,
  }));
  const isTested = next.testedAt !== null;
  return (
    <ol className={layout.wideStack}>
      <Step number={1} title={t("rotation.steps.register")} state={isTested ? "done" : "now"}>
        <RegisterByHand next={next} registers={keys.registers} />
      </Step>
      <Step number={2} title={t("rotation.steps.test")} state={isTested ? "done" : "now"}>
        <p>{t("rotation.steps.testText")}</p>
        <Findings findings={findings} />
        <div className={keyMaterial.ways}>
          <Button kind={isTested ? "secondary" : "primary"} isDisabled={isBusy} onPress={() => void actions.testKey()}>
            {t(isTesting ? "rotation.steps.testing" : isTested ? "rotation.steps.testAgain" : "rotation.steps.testNow")}
          </Button>
        </div>
      </Step>
      <Step number={3} title={t("rotation.steps.activate")} state={isTested ? "now" : "left"}>
        <p>{t("rotation.steps.activateText", { days: keys.overlapDays })}</p>
        <Activate isTested={isTested} isBusy={isBusy} days={keys.overlapDays} />
      </Step>
    </ol>
  );
}

function Activate({ isTested, isBusy, days }: { isTested: boolean; isBusy: boolean; days: number }) {
  const { t } = useTranslation();
  const actions = useActions();
  const [isForcing, setIsForcing] = useState(false);
  return (
    <>
      {!isTested && <p className={styles.quiet}>{t("rotation.steps.untested")}</p>}
      <div className={keyMaterial.ways}>
        {isTested ? (
          <Button kind="primary" isDisabled={isBusy} onPress={() => void actions.activateKey()}>
            {t("rotation.steps.activateNow")}
          </Button>
        ) : (
          <Button kind="quiet" isDisabled={isBusy} onPress={() => setIsForcing(true)}>
            {t("rotation.steps.force")}
          </Button>
        )}
      </div>
      {isForcing && <ForceSheet days={days} onClose={() => setIsForcing(false)} />}
    </>
  );
}

interface StepProps {
  number: number;
  title: string;
  state: "done" | "now" | "left";
  children: ReactNode;
}

function Step({ number, title, state, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.step} data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <span className={`${layout.mark} ${styles.mark}`} aria-hidden>
        {state === "done" ? <Check size={18} strokeWidth={2.5} /> : number}
      </span>
      <div className={styles.stepBody}>
        <h4>
          {title}
          {state === "done" && <span className={layout.unseen}>{t("rotation.steps.done")}</span>}
        </h4>
        {children}
      </div>
    </li>
  );
}
