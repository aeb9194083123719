import { FileUp } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { decodeSettings } from "../../../contract/text-files.ts";
import { Button } from "./button.tsx";

/** No key, certificate or configuration is as large as this, and main refuses more anyway. */
const MAX_LENGTH = 60_000;
const MAX_BYTES_OF_CHARACTER = 2;

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
        if (file) onRead(await textOf(file));
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

/** Returns the text of a file in whichever encoding it is saved; an empty one when it is too large. */
export async function textOf(file: File): Promise<string> {
  if (file.size > MAX_LENGTH * MAX_BYTES_OF_CHARACTER) return "";
  const { text } = decodeSettings(new Uint8Array(await file.arrayBuffer()));
  return text.length > MAX_LENGTH ? "" : text;
}
