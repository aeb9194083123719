import { ArrowDownToLine, Check, Contrast, type LucideIcon, Volume2 } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { TEXT_SIZES } from "./accessibility.ts";
import styles from "./accessibility-sheet.module.css";
import { useDispatch, useKiosk, useTexts } from "./context.ts";
import { KioskDialog } from "./dialog.tsx";
import { KioskButton } from "./kiosk-button.tsx";
import { voiceFor } from "./speech/voices.ts";

export function AccessibilitySheet() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const isOpen = useKiosk(({ session }) => session.sheet === "ease" && session.askedAt === null);
  if (!isOpen) return null;
  const close = () => dispatch({ type: "sheet", sheet: null });
  return (
    <KioskDialog
      name="ease"
      title={t("ease.title")}
      onClose={close}
      actions={
        <KioskButton kind="primary" isClose onPress={close}>
          {t("close")}
        </KioskButton>
      }
    >
      <div className={styles.ease}>
        <TextSizes />
        <div className={styles.keys}>
          <Contrasts />
          <Lowering />
          <Speaking />
        </div>
        <p className={styles.yours}>{t("ease.yours")}</p>
      </div>
    </KioskDialog>
  );
}

function TextSizes() {
  const { t, locale } = useTexts();
  const dispatch = useDispatch();
  const current = useKiosk(({ session }) => session.accessibility.textSize);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  return (
    // biome-ignore lint/a11y/useSemanticElements: fieldset does not support this layout
    <div role="group" aria-labelledby="kiosk-text-size">
      <h3 id="kiosk-text-size">{t("ease.textSize")}</h3>
      <div className={styles.sizes}>
        {TEXT_SIZES.map((size) => (
          <AriaButton
            key={size}
            className={styles.size}
            aria-pressed={size === current}
            data-first={size === current || undefined}
            onPress={() => dispatch({ type: "ease", ease: { textSize: size } })}
          >
            <span className={styles.letter} style={{ fontSize: `${1.25 * size}rem` }} aria-hidden>
              A
            </span>
            {percent.format(size)}
          </AriaButton>
        ))}
      </div>
    </div>
  );
}

function Contrasts() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const isOn = useKiosk(({ session }) => session.accessibility.contrast);
  const onPress = () => dispatch({ type: "ease", ease: { contrast: !isOn } });
  return <Switch name={t("ease.contrast")} Icon={Contrast} isOn={isOn} onPress={onPress} />;
}

/** For portrait screens only: half of a landscape screen is too low. */
function Lowering() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const isOn = useKiosk(({ session }) => session.accessibility.lowered);
  const onPress = () => dispatch({ type: "ease", ease: { lowered: !isOn } });
  return (
    <div className={styles.upright}>
      <Switch name={t("ease.lower")} Icon={ArrowDownToLine} isOn={isOn} onPress={onPress} />
    </div>
  );
}

function Speaking() {
  const { t, language } = useTexts();
  const dispatch = useDispatch();
  const { isOn, canSpeak } = useKiosk(({ session, voices }) => ({
    isOn: session.accessibility.speech,
    canSpeak: voiceFor(language, voices) !== null,
  }));
  if (!canSpeak) return <p className={styles.silent}>{t("speech.noVoice")}</p>;
  const onPress = () => dispatch({ type: "ease", ease: { speech: !isOn } });
  return (
    <>
      <Switch name={t("speech.start")} Icon={Volume2} isOn={isOn} onPress={onPress} />
      <p className={styles.silent}>{t("speech.key")}</p>
    </>
  );
}

function Switch({ name, Icon, isOn, onPress }: { name: string; Icon: LucideIcon; isOn: boolean; onPress: () => void }) {
  const { t } = useTexts();
  return (
    <AriaButton className={styles.switch} aria-label={name} aria-pressed={isOn} onPress={onPress}>
      <Icon aria-hidden />
      <span aria-hidden>{name}</span>
      <span className={styles.state} aria-hidden>
        {isOn && <Check />}
        {t(isOn ? "ease.on" : "ease.off")}
      </span>
    </AriaButton>
  );
}
