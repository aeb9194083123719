/** Checks the origin of requests to a loopback server (Host, Origin, Sec-Fetch-Site). */

interface GuardedRequest {
  url?: string | undefined;
  headersDistinct: { host?: string[] | undefined };
  headers: { origin?: string | undefined; "sec-fetch-site"?: string | string[] | undefined };
}

export interface RequestOrigin {
  target: string | undefined;
  /** All `Host` headers; Node itself uses only the first */
  hosts: readonly string[];
  origin: string | undefined;
  /** `Sec-Fetch-Site`, which pages cannot set */
  fetchSite: string | undefined;
}

export interface Navigation {
  method: string;
  fetchMode: string | undefined;
  fetchDest: string | undefined;
}

export function originOf({ url, headersDistinct, headers }: GuardedRequest): RequestOrigin {
  const { origin, "sec-fetch-site": fetchSite } = headers;
  return {
    target: url,
    hosts: headersDistinct.host ?? [],
    origin,
    fetchSite: typeof fetchSite === "string" ? fetchSite : undefined,
  };
}

/** Checks for a page load into its own window: it has no effect, and its opener cannot read the response. */
export function isNavigation({ method, fetchMode, fetchDest }: Navigation): boolean {
  return method === "GET" && fetchMode === "navigate" && fetchDest === "document";
}

/**
 * Returns why a request is refused, or null. The exact `Host` defeats DNS rebinding; `Origin` and `Sec-Fetch-Site`
 * defeat other pages in the same browser.
 * @param from allowed `Sec-Fetch-Site` values in addition to the server's own
 * @param publicOrigin `https://office.example`, the origin of a proxy in front of the server
 */
export function refusalReason(
  { target, hosts, origin, fetchSite }: RequestOrigin,
  port: number,
  from: readonly string[] = [],
  publicOrigin: string | null = null,
): string | null {
  const [host, ...others] = hosts;
  if (others.length > 0) return "There is more than one Host header.";
  if (!target?.startsWith("/")) return "The request line must contain only a path.";
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  if (publicOrigin !== null) origins.push(publicOrigin);
  const ownOrigin = origins.find((candidate) => host !== undefined && candidate.endsWith(`://${host}`));
  if (ownOrigin === undefined) return "The Host is not this server's.";
  if (origin !== undefined && origin !== ownOrigin) return "The Origin is not this server's.";
  const isFromOwnSite = fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none";
  if (!isFromOwnSite && !from.includes(fetchSite)) {
    return "The request comes from another site.";
  }
  return null;
}

export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
