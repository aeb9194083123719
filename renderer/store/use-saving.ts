/** State of a settings form: whether it is saved, and the warning before unsaved changes are lost. */
import { useLayoutEffect, useState } from "react";
import { useActions } from "./store.ts";

export type Saving = ReturnType<typeof useSaving>;

type FormState = "untouched" | "changed" | "saved";

export function useSaving() {
  const [state, setState] = useState<FormState>("untouched");
  const [steps] = useState(() => savingSteps(setState));
  useUnsaved(state === "changed");
  return { ...steps, isSaved: state === "saved" };
}

/**
 * The form's transitions. A change made while saving stays unsaved.
 * @param show receives the new state
 */
export function savingSteps(show: (state: FormState) => void) {
  let changes = 0;
  return {
    changed() {
      changes++;
      show("changed");
    },
    /** @param sent resolves to true when the change is active */
    async save(sent: Promise<boolean>) {
      const before = changes;
      if ((await sent) && changes === before) show("saved");
    },
  };
}

/**
 * Warns before the section is left. Uses a layout effect, so that a key pressed right after "Saved" triggers no
 * warning.
 */
export function useUnsaved(isChanged: boolean): void {
  const actions = useActions();
  useLayoutEffect(() => {
    if (!isChanged) return;
    actions.setUnsaved(true);
    return () => actions.setUnsaved(false);
  }, [actions, isChanged]);
}
