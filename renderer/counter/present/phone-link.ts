/** The demo phone's page with a code already scanned. */
export function phoneLink(phoneUrl: string, link: string): string {
  const url = new URL(phoneUrl);
  url.searchParams.set("link", link);
  return url.href;
}
