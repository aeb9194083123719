import { FileUp } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import type { DamagedPlace } from "../../../contract/values/text-files.ts";
import { readFile } from "../text-files.ts";
import { Button } from "./button.tsx";

export interface FileButtonProps {
  /** The file's purpose, part of the accessible name */
  about?: string;
  label?: string;
  types: readonly string[];
  /** Called with the text, empty when the file is too large, and the first unreadable byte */
  onRead: (text: string, damaged: DamagedPlace | null) => void;
  kind?: "secondary" | "quiet";
  isDisabled?: boolean;
}

/** Reads a text file. The input is cleared, so that the same file can be selected again. */
export function FileButton({ about, label, types, onRead, kind = "secondary", isDisabled = false }: FileButtonProps) {
  const { t } = useTranslation();
  const words = label ?? t("setup.chooseFile");
  return (
    <FileTrigger
      acceptedFileTypes={types}
      onSelect={async (files) => {
        const file = files?.item(0);
        if (file) onRead(...(await readFile(file)));
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
