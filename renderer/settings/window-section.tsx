import { KioskChoice } from "./kiosk-choice.tsx";
import { Section } from "./section.tsx";
import { AmountChoice, WindowChoices } from "./window-choices.tsx";

/** How this window looks and sounds: for whoever stands at it. */
export function WindowSection() {
  return (
    <Section narrow>
      <WindowChoices />
      <AmountChoice />
      <KioskChoice />
    </Section>
  );
}
