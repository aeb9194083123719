/**
 * The addresses of schemes that Chromium does not know: `app://till/x` is `https://till.app.invalid/x` to it, an origin
 * of its own that no machine has. Main and the tests of main see the scheme's own.
 */

const privileged = new Set<string>();

/** From here on the scheme's addresses have an origin in Chromium. */
export function declareScheme(scheme: string): void {
  privileged.add(scheme);
}

/** An address as Chromium has it. */
export function toChromium(address: string): string {
  const url = URL.parse(address);
  const scheme = url?.protocol.slice(0, -1) ?? "";
  if (url === null || !privileged.has(scheme)) return address;
  return `https://${url.host}.${scheme}.invalid${url.pathname}${url.search}${url.hash}`;
}

/** An address, or an origin, as Electron has it. */
export function fromChromium(address: string): string {
  const [, blob = "", host, scheme = "", rest] =
    /^(blob:)?https:\/\/([^/?#]+)\.([a-z-]+)\.invalid(?=[/?#]|$)(.*)$/.exec(address) ?? [];
  return privileged.has(scheme) ? `${blob}${scheme}://${host}${rest}` : address;
}

/** The scheme by which Electron serves what Chromium asks for; null: that is no scheme of its own */
export function schemeOf(address: string): string | null {
  const electrons = fromChromium(address);
  return electrons === address ? null : new URL(electrons).protocol.slice(0, -1);
}
