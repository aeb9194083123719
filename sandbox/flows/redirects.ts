/** Redirect URLs of the standard flow: exact matches, and loopback addresses on any port. */

/** Loopback address by number (RFC 8252 section 7.3), because a name can resolve to another machine. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Returns why a URL cannot be registered, or null. */
export function redirectProblem(uri: string): string | null {
  if (!URL.canParse(uri)) return "expected an absolute address";
  const { protocol, username, password, hash } = new URL(uri);
  if (username !== "" || password !== "") return "must have no user name";
  if (hash !== "" || uri.includes("#")) return "must have no fragment";
  if (protocol === "https:" || LOOPBACK.test(uri)) return null;
  return "expected https:, or http: to 127.0.0.1 or [::1]";
}

/** Returns whether a request may redirect to a URL (RFC 6749, 3.1.2.3). Loopback allows any port (RFC 8252, 7.3). */
export function isRegisteredRedirect(registered: readonly string[], uri: string): boolean {
  return (
    redirectProblem(uri) === null &&
    registered.some((registeredUri) => registeredUri === uri || withoutPort(registeredUri) === withoutPort(uri))
  );
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, "$1");
}
