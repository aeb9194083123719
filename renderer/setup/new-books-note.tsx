import { BookPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { needsNewFolder } from "../../contract/configuration/setup-folder.ts";
import { useTill } from "../store/store.ts";
import { Note } from "./parts/note.tsx";

export function NewBooksNote() {
  const { t } = useTranslation();
  const { view, draft } = useTill(({ setup }) => ({ view: setup.view, draft: setup.draft }));
  if (view === null || draft === null || !view.used || !needsNewFolder(view, draft)) return null;
  const { service, currency } = view.draft;
  const whose =
    view.environment === "demo"
      ? t("setup.anew.demo", { currency })
      : t("setup.anew.whose", { merchant: service.merchant, service: service.baseUrl, currency });
  return (
    <div data-testid="setup-anew">
      <Note kind="attention" Icon={BookPlus}>
        <p>
          <strong>{t("setup.anew.title")}</strong>
        </p>
        <p>{whose}</p>
        <p>{t("setup.anew.begins")}</p>
        <p>{t("setup.anew.back", { folder: `earlier/${view.environment}-…` })}</p>
      </Note>
    </div>
  );
}
