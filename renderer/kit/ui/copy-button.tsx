import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

/** Copies a text, and says so until it is left. @param copied what it says then */
export function CopyButton({ text, label, copied }: { text: string; label: string; copied: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Button
      Icon={isCopied ? Check : Copy}
      onPress={() => void copyText(text).then(setIsCopied)}
      onBlur={() => setIsCopied(false)}
    >
      <span role="status">{isCopied ? copied : label}</span>
    </Button>
  );
}

/** Copies a text. @returns whether it is on the clipboard: a window may be forbidden to write there */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
