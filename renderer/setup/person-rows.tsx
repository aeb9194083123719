import { Play, QrCode as QrIcon, Volume2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { QrCode } from "../kit/qr/qr-code.tsx";
import { Button } from "../kit/ui/button.tsx";
import { Sheet } from "../kit/ui/sheet.tsx";
import { codeState, soundState } from "../store/setup-state.ts";
import { useActions, useTill } from "../store/store.ts";
import styles from "./key-part.module.css";
import { TEST_CARD } from "./self-read.ts";
import { Row } from "./test-row.tsx";

export function CodeRow() {
  const { t } = useTranslation();
  const actions = useActions();
  const { state, selfRead, answer } = useTill(({ setup }) => ({
    state: codeState(setup),
    selfRead: setup.selfRead,
    answer: setup.word.qr,
  }));
  const [isShown, setIsShown] = useState(false);
  const say = (qr: boolean) => {
    actions.setPersonsWord({ qr });
    setIsShown(false);
  };
  return (
    <Row
      name={t("setup.test.names.qr")}
      state={state}
      testId="test-qr"
      after={
        selfRead === true && (
          <Button Icon={QrIcon} onPress={() => setIsShown(true)}>
            {t("setup.test.qrShow")}
          </Button>
        )
      }
    >
      {selfRead === null && t("setup.test.notRun")}
      {selfRead === false && t("setup.test.qrFailed")}
      {selfRead && answer === null && t("setup.test.qrOk")}
      {selfRead && answer === true && t("setup.test.qrYes")}
      {selfRead && answer === false && t("setup.test.qrNo")}
      {isShown && (
        <Sheet
          title={t("setup.test.qrTitle")}
          onClose={() => setIsShown(false)}
          footer={<YesOrNo question={t("setup.test.askPhone")} onAnswer={say} />}
        >
          <p>
            {t("setup.test.qrText", { text: TEST_CARD })} <strong>{t("setup.test.askPhone")}</strong>
          </p>
          <div className={styles.qr} data-asks>
            <QrCode text={TEST_CARD} label={t("setup.test.qrLabel")} />
          </div>
        </Sheet>
      )}
    </Row>
  );
}

export function SoundRow() {
  const { t } = useTranslation();
  const actions = useActions();
  const { state, answer } = useTill(({ setup }) => ({ state: soundState(setup), answer: setup.word.sound }));
  const [wasPlayed, setWasPlayed] = useState(false);
  const play = () => {
    actions.playSoundSample();
    setWasPlayed(true);
  };
  return (
    <Row
      name={t("setup.test.names.sound")}
      state={state}
      testId="test-sound"
      after={
        <>
          <Button Icon={wasPlayed ? Volume2 : Play} onPress={play}>
            {t("setup.test.soundPlay")}
          </Button>
          {wasPlayed && answer === null && (
            <YesOrNo question={t("setup.test.askSound")} onAnswer={(sound) => actions.setPersonsWord({ sound })} />
          )}
        </>
      }
    >
      {answer === null && t(wasPlayed ? "setup.test.askSound" : "setup.test.soundAsk")}
      {answer === true && t("setup.test.soundYes")}
      {answer === false && t("setup.test.soundNo")}
    </Row>
  );
}

function YesOrNo({ question, onAnswer }: { question: string; onAnswer: (answer: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button aria-label={`${question} ${t("setup.test.no")}`} onPress={() => onAnswer(false)}>
        {t("setup.test.no")}
      </Button>
      <Button aria-label={`${question} ${t("setup.test.yes")}`} onPress={() => onAnswer(true)}>
        {t("setup.test.yes")}
      </Button>
    </>
  );
}
