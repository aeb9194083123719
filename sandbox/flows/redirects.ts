/** Where the answers of the standard flow may go: registered addresses to the letter, loopback ones on any port. */

/** A loopback address as RFC 8252 section 7.3 has it: by number, since a name can be made to mean another machine. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** What is wrong with an address that is to be registered, or null. */
export function redirectProblem(uri: string): string | null {
  if (!URL.canParse(uri)) return "expected an absolute address";
  const { protocol, username, password, hash } = new URL(uri);
  if (username !== "" || password !== "") return "must have no user name";
  if (hash !== "" || uri.includes("#")) return "must have no fragment";
  if (protocol === "https:" || LOOPBACK.test(uri)) return null;
  return "expected https:, or http: to 127.0.0.1 or [::1]";
}

/** Whether a request may name an address (RFC 6749, 3.1.2.3): a loopback one may have any port (RFC 8252, 7.3). */
export function mayRedirectTo(registered: readonly string[], uri: string): boolean {
  return (
    redirectProblem(uri) === null && registered.some((one) => one === uri || withoutPort(one) === withoutPort(uri))
  );
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, "$1");
}
