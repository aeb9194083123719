/** Of a form in the settings with a Save button: whether it was saved, and that leaving it unsaved asks first. */
import { useLayoutEffect, useState } from "react";
import { useActions } from "./store.tsx";

export interface Saving {
  isSaved: boolean;
  /** Something in it is another than before */
  changed: () => void;
  /** @param sent what is in the form now: whether it came into force */
  save: (sent: Promise<boolean>) => Promise<void>;
}

type FormState = "untouched" | "changed" | "saved";

export function useSaving(): Saving {
  const [state, setState] = useState<FormState>("untouched");
  const [steps] = useState(() => savingSteps(setState));
  useUnsaved(state === "changed");
  return { ...steps, isSaved: state === "saved" };
}

/** What a form does: one that was changed while it was being saved is still to be saved. @param show hears what it is */
export function savingSteps(show: (state: FormState) => void): Pick<Saving, "changed" | "save"> {
  let changes = 0;
  return {
    changed() {
      changes++;
      show("changed");
    },
    async save(sent) {
      const before = changes;
      if ((await sent) && changes === before) show("saved");
    },
  };
}

/**
 * While this is so, whichever way leads out of the section asks before it is left. In the same commit as what is on the
 * screen: a key that is pressed as soon as a form says that it is saved finds nothing to ask.
 */
export function useUnsaved(isChanged: boolean): void {
  const actions = useActions();
  useLayoutEffect(() => {
    if (!isChanged) return;
    actions.setUnsaved(true);
    return () => actions.setUnsaved(false);
  }, [actions, isChanged]);
}
