import { Section } from "../kit/ui/section.tsx";
import { KioskChoice } from "./kiosk-choice.tsx";
import { AmountChoice, WindowChoices } from "./window-choices.tsx";

/** How this window looks and sounds: for the operator at it. */
export function WindowSection() {
  return (
    <Section narrow>
      <WindowChoices />
      <AmountChoice />
      <KioskChoice />
    </Section>
  );
}
