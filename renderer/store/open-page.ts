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
