import { Repeat2, Volume1, Volume2, Volume as VolumeLow, VolumeX } from "lucide-react";
import { useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { nextVolume, type Volume } from "./accessibility.ts";
import { useDispatch, useKiosk, useReadAloud, useTexts } from "./context.ts";
import styles from "./frame.module.css";
import { voiceFor } from "./speech/voices.ts";

const LOUDNESS: Record<Volume, typeof Volume1> = { 1: VolumeLow, 2: Volume1, 3: Volume2 };

export function SpeechKeys() {
  const { t, language } = useTexts();
  const dispatch = useDispatch();
  const readAloud = useReadAloud();
  const { accessibility, canSpeak } = useKiosk(({ session, voices }) => ({
    accessibility: session.accessibility,
    canSpeak: voiceFor(language, voices) !== null,
  }));
  const start = useRef<HTMLButtonElement>(null);
  if (!canSpeak) return null;
  const Loudness = LOUDNESS[accessibility.volume];
  const stop = () => {
    start.current?.focus();
    dispatch({ type: "ease", ease: { speech: false } });
  };
  return (
    <>
      <AriaButton
        ref={start}
        className={styles.utility}
        data-round
        data-on={accessibility.speech || undefined}
        data-testid="kiosk-speech"
        aria-label={t(accessibility.speech ? "speech.repeat" : "speech.start")}
        onPress={readAloud}
      >
        {accessibility.speech ? <Repeat2 aria-hidden /> : <Volume2 aria-hidden />}
      </AriaButton>
      {accessibility.speech && (
        <>
          <AriaButton
            className={styles.utility}
            data-round
            aria-label={t("speech.volume", { level: accessibility.volume })}
            onPress={() => dispatch({ type: "ease", ease: { volume: nextVolume(accessibility.volume) } })}
          >
            <Loudness aria-hidden />
          </AriaButton>
          <AriaButton className={styles.utility} data-round aria-label={t("speech.stop")} onPress={stop}>
            <VolumeX aria-hidden />
          </AriaButton>
        </>
      )}
    </>
  );
}
