import { FileUp } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { type DamagedPlace, damagedPlace, decodeSettings } from "../../../contract/text-files.ts";
import { Button } from "./button.tsx";

/** No key, certificate or configuration is as large as this, and main refuses more anyway. */
const MAX_LENGTH = 60_000;
const MAX_BYTES_OF_CHARACTER = 2;

export interface FileButtonProps {
  /** What the file is for, read aloud with the button's words */
  about?: string;
  label?: string;
  types: readonly string[];
  /** Called with the file's text, empty when it is too large to be what was asked for, and its first unreadable byte */
  onRead: (text: string, damaged: DamagedPlace | null) => void;
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

/** Returns a file in whichever encoding it is saved, as {@link FileButtonProps.onRead} takes it. */
export async function readFile(file: File): Promise<[text: string, damaged: DamagedPlace | null]> {
  if (file.size > MAX_LENGTH * MAX_BYTES_OF_CHARACTER) return ["", null];
  const decoded = decodeSettings(new Uint8Array(await file.arrayBuffer()));
  return [decoded.text.length > MAX_LENGTH ? "" : decoded.text, damagedPlace(decoded)];
}
