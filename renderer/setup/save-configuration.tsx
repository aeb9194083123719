import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { fileName, saveFile } from "../kit/browser.ts";
import { Button } from "../kit/ui/button.tsx";
import { useActions, useTill } from "../store/store.ts";

/** Exports the active configuration without secrets; a first run has none. */
export function SaveConfiguration({ kind = "quiet" }: { kind?: "quiet" | "secondary" }) {
  const { t } = useTranslation();
  const actions = useActions();
  const { isSetUp, id } = useTill(({ terminal }) => ({
    isSetUp: terminal?.setup === "done",
    id: terminal?.pos.id ?? "",
  }));
  if (!isSetUp) return null;
  const save = async () => {
    const configuration = await actions.exportConfiguration();
    if (configuration === null) return;
    saveFile(fileName(id, "-configuration.json"), `${JSON.stringify(configuration, null, 2)}\n`, "application/json");
  };
  return (
    <>
      {kind === "secondary" && <p>{t("setup.section.export")}</p>}
      <Button kind={kind} Icon={Download} onPress={() => void save()}>
        {t("setup.service.export")}
      </Button>
    </>
  );
}
