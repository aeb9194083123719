import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fileName, saveFile } from "../../kit/browser.ts";
import { Button } from "../../kit/ui/button.tsx";
import keyMaterial from "../../kit/ui/key-material.module.css";
import { useTill } from "../../store/store.tsx";

/** Ways for a public half to leave the till. @param name what its file is called, after the till */
export function PublicHalfButtons({ pem, name = "public" }: { pem: string; name?: string }) {
  const { t } = useTranslation();
  const posId = useTill((state) => state.terminal?.pos.id ?? "");
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className={keyMaterial.ways}>
      <Button
        Icon={isCopied ? Check : Copy}
        onPress={() => void copyText(pem).then(setIsCopied)}
        onBlur={() => setIsCopied(false)}
      >
        <span role="status">{t(isCopied ? "rotation.copied" : "rotation.copy")}</span>
      </Button>
      <Button Icon={Download} onPress={() => saveFile(fileName(posId, `-${name}.pem`), pem, "application/x-pem-file")}>
        {t("rotation.save")}
      </Button>
    </div>
  );
}

/** @returns whether it is on the clipboard: a window may be forbidden to write there */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
