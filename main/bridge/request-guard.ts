/** Whether a request to the loopback bridge comes from where it may: pure, before anything else is looked at. */

export interface RequestOrigin {
  host: string | undefined;
  origin: string | undefined;
  /** `Sec-Fetch-Site`, which browsers set and pages cannot */
  fetchSite: string | undefined;
}

/** A request that loads a page into a window of its own, as far as the browser says. */
export interface Navigation {
  method: string;
  /** `Sec-Fetch-Mode` and `Sec-Fetch-Dest` */
  fetchMode: string | undefined;
  fetchDest: string | undefined;
}

/**
 * Whether a request only shows a page in a window: it tells whoever opened the window nothing, and does nothing. Another
 * server on this machine - the till's own, for the customer's page - may do that, and no more.
 */
export function isNavigation({ method, fetchMode, fetchDest }: Navigation): boolean {
  return method === "GET" && fetchMode === "navigate" && fetchDest === "document";
}

/**
 * Says why a request is refused, or null when it may go on. The exact `Host` defeats DNS rebinding; `Origin` and
 * `Sec-Fetch-Site` defeat other pages in the same browser, including those of other servers on this machine.
 * @param port the bridge's own port
 * @param fromSameSite whether another server on this machine may be where it comes from
 */
export function refusalOf(
  { host, origin, fetchSite }: RequestOrigin,
  port: number,
  fromSameSite = false,
): string | null {
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return "The Host is not this till's.";
  if (origin !== undefined && origin !== `http://${host}`) return "The Origin is not this till's.";
  const isOwn = fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none";
  if (!isOwn && !(fromSameSite && fetchSite === "same-site")) {
    return "The request comes from another site.";
  }
  return null;
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
