import { useEffect } from "react";
import { useKiosk } from "./context.ts";

/** Applies the settings to the whole window, dialogs included. */
export function useAccessibility(): void {
  const { textSize, contrast, lowered } = useKiosk(({ session }) => session.accessibility);
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    if (textSize > 1) dataset.large = String(textSize);
    if (contrast) dataset.contrast = "";
    if (lowered) dataset.lowered = "";
    style.setProperty("--zoom", String(textSize));
    return () => {
      for (const name of ["large", "contrast", "lowered"]) delete dataset[name];
      style.removeProperty("--zoom");
    };
  }, [textSize, contrast, lowered]);
}
