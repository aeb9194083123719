/** What is asked of the browser itself: saving a file, opening a page. */

/** Hands a text, or the pieces of a file, to the person as a file: the browser asks where to, or puts it with the other downloads. */
export function saveFile(name: string, content: string | BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(typeof content === "string" ? [content] : content, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A file's name out of a till's own: letters, digits and dashes, so that any system takes it. */
export function fileName(name: string, ending: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${plain === "" ? "till" : plain.toLowerCase()}${ending}`;
}

/**
 * Opens a page of this till in a window of its own, which knows nothing of this one.
 * @returns whether the browser let it
 */
export function openPage(url: string): boolean {
  const opened = window.open(url, "till-customer", "popup,width=1024,height=768");
  if (opened === null) return false;
  opened.opener = null;
  return true;
}

/** Opens another page than the till's in the browser; it knows nothing of this one. At a person's touch alone. */
export function browse(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
