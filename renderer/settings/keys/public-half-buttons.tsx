import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { fileName, saveFile } from "../../kit/browser.ts";
import { Button } from "../../kit/ui/button.tsx";
import { CopyButton } from "../../kit/ui/copy-button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import { useTill } from "../../store/store.ts";

/**
 * Copies or saves a public key.
 * @param name file name after the till's name
 */
export function PublicHalfButtons({ pem, name = "public" }: { pem: string; name?: string }) {
  const { t } = useTranslation();
  const posId = useTill((state) => state.terminal?.pos.id ?? "");
  return (
    <div className={keyMaterial.ways}>
      <CopyButton text={pem} label={t("rotation.copy")} copied={t("rotation.copied")} />
      <Button Icon={Download} onPress={() => saveFile(fileName(posId, `-${name}.pem`), pem, "application/x-pem-file")}>
        {t("rotation.save")}
      </Button>
    </div>
  );
}
