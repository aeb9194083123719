/**
 * Maps schemes that Chromium does not know: `app://till/x` becomes `https://till.app.invalid/x`, an origin that no
 * machine has. Main and its tests see the original scheme.
 */

const privileged = new Set<string>();

/** Declares a scheme whose addresses have an origin in Chromium. */
export function declareScheme(scheme: string): void {
  privileged.add(scheme);
}

/** Converts an address to Chromium's form. */
export function toChromium(address: string): string {
  const url = URL.parse(address);
  const scheme = url?.protocol.slice(0, -1) ?? "";
  if (url === null || !privileged.has(scheme)) return address;
  return `https://${url.host}.${scheme}.invalid${url.pathname}${url.search}${url.hash}`;
}

/** Converts an address or an origin to Electron's form. */
export function fromChromium(address: string): string {
  const [, blob = "", host, scheme = "", rest] =
    /^(blob:)?https:\/\/([^/?#]+)\.([a-z-]+)\.invalid(?=[/?#]|$)(.*)$/.exec(address) ?? [];
  return privileged.has(scheme) ? `${blob}${scheme}://${host}${rest}` : address;
}

/** Returns the declared scheme of a Chromium address, or null */
export function schemeOf(address: string): string | null {
  const electrons = fromChromium(address);
  return electrons === address ? null : new URL(electrons).protocol.slice(0, -1);
}
