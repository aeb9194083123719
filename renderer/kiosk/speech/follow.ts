/** Reads screens, focus and changes aloud while the customer wants it. */
import i18next from "i18next";
import { CUSTOMER_LANGUAGES, type CustomerLanguage } from "../../../contract/values/customer-language.ts";
import { KIOSK } from "../../kit/i18n/kiosks.ts";
import type { Volume } from "../accessibility.ts";
import type { KioskStore } from "../store.ts";
import { type Place, readPlace } from "./read-place.ts";
import { type SpokenWords, spokenControl, spokenScreen } from "./spoken.ts";
import { voiceFor } from "./voices.ts";

const LOUDNESS: Record<Volume, number> = { 1: 0.35, 2: 0.7, 3: 1 };

const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ["aria-label", "aria-pressed", "aria-disabled", "disabled", "data-current", "lang"],
};

interface Said {
  screen: string | null;
  focused: string;
  live: readonly string[];
}

const NOTHING: Said = { screen: null, focused: "", live: [] };

/** Speaks while enabled in the session. A reset stops speech at once, even within a sentence. */
export function followSpeech(kiosk: KioskStore): () => void {
  const synth = window.speechSynthesis as SpeechSynthesis | undefined;
  if (synth === undefined) return () => undefined;
  let lastSpoken = NOTHING;
  const say = (sentences: readonly string[], isNext = false) => {
    if (!isNext) synth.cancel();
    for (const sentence of sentences) speak(kiosk, synth, sentence);
  };
  const look = () => {
    const { session } = kiosk.getState();
    const place = session.accessibility.speech && session.exitAt === null ? readPlace() : null;
    if (place === null) {
      if (lastSpoken !== NOTHING) synth.cancel();
      lastSpoken = NOTHING;
      return;
    }
    const before = lastSpoken;
    const words = wordsIn(languageShown());
    const focused = place.focused === null ? "" : spokenControl(place.focused, words);
    lastSpoken = { screen: screenOf(place), focused, live: place.live };
    if (before.screen !== lastSpoken.screen) {
      const focusText = focused === "" || place.focused?.isAlways ? [] : [focused];
      return say([...greeting(before), ...spokenScreen(place.pieces, words), ...focusText]);
    }
    if (focused !== "" && focused !== before.focused) say([focused]);
    say(
      place.live.filter((text, index) => text !== "" && text !== before.live[index]),
      true,
    );
  };
  const hearVoices = () => kiosk.setState({ voices: synth.getVoices() });
  hearVoices();
  const observer = new MutationObserver(look);
  observer.observe(document.body, WATCHED);
  synth.addEventListener("voiceschanged", hearVoices);
  document.addEventListener("focusin", look);
  // DOM changes are read after they happen; the end of a session silences speech immediately.
  const unsubscribe = kiosk.subscribe(({ repeats, session }, before) => {
    if (repeats !== before.repeats) lastSpoken = { ...lastSpoken, screen: null };
    if (repeats !== before.repeats || !session.accessibility.speech) look();
  });
  return () => {
    unsubscribe();
    observer.disconnect();
    synth.removeEventListener("voiceschanged", hearVoices);
    document.removeEventListener("focusin", look);
    synth.cancel();
  };
}

function screenOf({ heading }: Place): string {
  return `${languageShown()}: ${heading}`;
}

/** Read once, before the first screen: how to use the keys. */
function greeting(before: Said): string[] {
  return before === NOTHING ? [textsIn(languageShown())("speech.started")] : [];
}

function languageShown(): CustomerLanguage {
  const lang = document.querySelector("[data-kiosk]")?.getAttribute("lang");
  return CUSTOMER_LANGUAGES.find((language) => language === lang) ?? "en";
}

function textsIn(language: CustomerLanguage) {
  return i18next.getFixedT(language, KIOSK);
}

function wordsIn(language: CustomerLanguage): SpokenWords {
  const t = textsIn(language);
  return {
    choose: t("speech.choose"),
    chosen: t("speech.chosen"),
    unavailable: t("speech.unavailable"),
    at: (at, count) => t("speech.at", { at, count }),
    more: (count) => t("speech.more", { count }),
  };
}

/** A sentence read to its end counts as input, because the customer is listening. */
function speak(kiosk: KioskStore, synth: SpeechSynthesis, sentence: string): void {
  const { session, voices } = kiosk.getState();
  const voice = voiceFor(languageShown(), voices);
  if (voice === null) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.volume = LOUDNESS[session.accessibility.volume];
  utterance.addEventListener("end", () => {
    if (kiosk.getState().session.accessibility.speech) kiosk.dispatch({ type: "touch" });
  });
  synth.speak(utterance);
}
