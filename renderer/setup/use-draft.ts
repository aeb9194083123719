import type { SetupDraft } from "../../contract/configuration/setup.ts";
import { useReasonText } from "../kit/ui/use-reason-text.ts";
import { useActions, useTill } from "../store/store.ts";
import { problemAt, problemText } from "./texts.ts";

export interface DraftForm {
  draft: SetupDraft;
  edit(edit: (draft: SetupDraft) => SetupDraft): void;
  editService(changes: Partial<SetupDraft["service"]>): void;
  editPos(changes: Partial<SetupDraft["pos"]>): void;
  editCallbacks(changes: Partial<SetupDraft["callbacks"]>): void;
  problem(field: string): string | undefined;
}

/** The draft with its editing functions; null until loaded. */
export function useDraft(): DraftForm | null {
  const reasonText = useReasonText();
  const { editSetup } = useActions();
  const { draft, problems } = useTill(({ setup }) => ({ draft: setup.draft, problems: setup.problems }));
  if (draft === null) return null;
  return {
    draft,
    edit: editSetup,
    editService: (changes) => editSetup((before) => ({ ...before, service: { ...before.service, ...changes } })),
    editPos: (changes) => editSetup((before) => ({ ...before, pos: { ...before.pos, ...changes } })),
    editCallbacks: (changes) => editSetup((before) => ({ ...before, callbacks: { ...before.callbacks, ...changes } })),
    problem(field) {
      const found = problemAt(problems, field);
      return found && problemText(reasonText, found);
    },
  };
}
