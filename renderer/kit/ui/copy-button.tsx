import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { copyText } from "../browser.ts";
import { Button } from "./button.tsx";

/**
 * Copies a text and confirms it until the button loses the focus.
 * @param copied the confirmation
 */
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
