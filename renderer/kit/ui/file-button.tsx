import { FileUp } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

/** No key, certificate or configuration is as large as this, and main refuses more anyway. */
const MAX_BYTES = 60_000;

export interface FileButtonProps {
  /** What the file is for, read aloud with the button's words */
  about?: string;
  label?: string;
  types: readonly string[];
  /** Called with the file's text; with an empty one when it is too large to be what was asked for */
  onRead: (text: string) => void;
  kind?: "secondary" | "quiet";
  isDisabled?: boolean;
}

/** Reads a text file that the person chooses. The input forgets it at once, so that the same file can be chosen again. */
export function FileButton({ about, label, types, onRead, kind = "secondary", isDisabled = false }: FileButtonProps) {
  const { t } = useTranslation();
  const words = label ?? t("setup.chooseFile");
  return (
    <FileTrigger
      acceptedFileTypes={types}
      onSelect={async (files) => {
        const file = files?.item(0);
        if (file) onRead(file.size > MAX_BYTES ? "" : await file.text());
      }}
    >
      <Button
        kind={kind}
        Icon={FileUp}
        isDisabled={isDisabled}
        aria-label={about === undefined ? undefined : `${about}: ${words}`}
      >
        {words}
      </Button>
    </FileTrigger>
  );
}
