import { useTranslation } from "react-i18next";
import type { SetupDraft } from "../../contract/configuration/setup.ts";
import { LANGUAGE_LOCALES } from "../kit/i18n/index.ts";
import { useFormat } from "../kit/ui/use-format.ts";
import { useTill } from "../store/store.ts";
import { Note } from "./parts/note.tsx";
import { sharedParts } from "./shared-parts.ts";

export function ImportedNote() {
  const { t } = useTranslation();
  const { imported, draft } = useTill(({ setup }) => ({ imported: setup.imported, draft: setup.draft }));
  if (!imported || draft === null) return null;
  const { integrator } = draft.service;
  return (
    <Note role="status">
      <p>{t("setup.service.imported")}</p>
      {integrator !== null && <p>{t("setup.service.importedIntegrator", { integrator })}</p>}
      <SharedSentence draft={draft} />
    </Note>
  );
}

export function SharedNote() {
  const draft = useTill(({ setup }) => setup.draft);
  if (draft === null || draft.shared === null) return null;
  return (
    <Note>
      <SharedSentence draft={draft} />
    </Note>
  );
}

function SharedSentence({ draft: { shared, currency } }: { draft: SetupDraft }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const language = useTill((state) => LANGUAGE_LOCALES[state.language]);
  if (shared === null) return null;
  // The file may contain an invalid currency, which its own step reports.
  const known = Intl.supportedValuesOf("currency").includes(currency) ? currency : undefined;
  const parts = sharedParts(shared, (amount) => money(amount, known));
  const list = new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
  return <p data-testid="setup-shared">{t("setup.shared.with", { list })}</p>;
}
