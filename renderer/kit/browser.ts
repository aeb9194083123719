export function saveFile(name: string, content: string | BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(typeof content === "string" ? [content] : content, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the content by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Builds a file name from a till's name: letters, digits and dashes only. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${plain === "" ? "till" : plain.toLowerCase()}${ending}`;
}

/**
 * Opens a page of this till in a new window without access to this one.
 * @returns false when the browser blocked it
 */
export function openPage(url: string): boolean {
  const opened = window.open(url, "till-customer", "popup,width=1024,height=768");
  if (opened === null) return false;
  opened.opener = null;
  return true;
}

/** Opens an external page without access to this window. Call only from a user gesture. */
export function browse(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}

/**
 * Copies a text.
 * @returns false when the clipboard is not writable
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Two frames at 60 Hz: work started after this delay does not delay the current frame. */
const BEHIND_THE_FRAME_MS = 32;

/** Resolves after the latest change is painted. Resolves at once in a hidden window, which paints nothing. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else setTimeout(resolve, BEHIND_THE_FRAME_MS);
  });
}
