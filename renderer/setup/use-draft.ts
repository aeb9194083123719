import type { SetupDraft } from "../../contract/configuration/setup.ts";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../store/store.ts";
import { problemAt, problemText } from "./texts.ts";

export type DraftForm = NonNullable<ReturnType<typeof useDraft>>;

/** The draft with its editing functions; null until loaded. */
export function useDraft() {
  const reasonText = useReasonText();
  const { editSetup } = useActions();
  const { draft, problems } = useTill(({ setup }) => ({ draft: setup.draft, problems: setup.problems }));
  if (draft === null) return null;
  return {
    draft,
    edit: editSetup,
    editService: (changes: Partial<SetupDraft["service"]>) =>
      editSetup((before) => ({ ...before, service: { ...before.service, ...changes } })),
    editPos: (changes: Partial<SetupDraft["pos"]>) =>
      editSetup((before) => ({ ...before, pos: { ...before.pos, ...changes } })),
    editCallbacks: (changes: Partial<SetupDraft["callbacks"]>) =>
      editSetup((before) => ({ ...before, callbacks: { ...before.callbacks, ...changes } })),
    problem(field: string) {
      const found = problemAt(problems, field);
      return found && problemText(reasonText, found);
    },
  };
}
