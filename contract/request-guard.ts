/** Checks the origin of a request to a server on loopback (Host, Origin, Sec-Fetch-Site), before anything else. Pure. */

/** What is asked of a request as Node has it. */
interface Asked {
  url?: string | undefined;
  headersDistinct: { host?: string[] | undefined };
  headers: { origin?: string | undefined; "sec-fetch-site"?: string | string[] | undefined };
}

export interface RequestOrigin {
  /** What the request line names */
  target: string | undefined;
  /** Every `Host` header: Node itself looks at the first alone */
  hosts: readonly string[];
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

/** The part of a request that says where it comes from. */
export function originOf({ url, headersDistinct, headers }: Asked): RequestOrigin {
  const { origin, "sec-fetch-site": fetchSite } = headers;
  return {
    target: url,
    hosts: headersDistinct.host ?? [],
    origin,
    fetchSite: typeof fetchSite === "string" ? fetchSite : undefined,
  };
}

/**
 * Whether a request only shows a page in a window: it tells the opener of the window nothing, and does nothing. Where a
 * server expects that from elsewhere, it may be.
 */
export function isNavigation({ method, fetchMode, fetchDest }: Navigation): boolean {
  return method === "GET" && fetchMode === "navigate" && fetchDest === "document";
}

/**
 * Says why a request is refused, or null when it may go on. The exact `Host` defeats DNS rebinding; `Origin` and
 * `Sec-Fetch-Site` defeat other pages in the same browser, including those of other servers on this machine.
 * @param port the server's own port
 * @param from which sites besides the server's own the request may come from
 * @param publicOrigin `https://office.example`, by which a proxy of the server's may be asked too
 */
export function refusalOf(
  { target, hosts, origin, fetchSite }: RequestOrigin,
  port: number,
  from: readonly string[] = [],
  publicOrigin: string | null = null,
): string | null {
  const [host, ...others] = hosts;
  if (others.length > 0) return "There is more than one Host.";
  if (!target?.startsWith("/")) return "The request line is to name a path alone.";
  const origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  if (publicOrigin !== null) origins.push(publicOrigin);
  const own = origins.find((one) => host !== undefined && one.endsWith(`://${host}`));
  if (own === undefined) return "The Host is not this server's.";
  if (origin !== undefined && origin !== own) return "The Origin is not this server's.";
  const isOwn = fetchSite === undefined || fetchSite === "same-origin" || fetchSite === "none";
  if (!isOwn && !from.includes(fetchSite)) {
    return "The request comes from another site.";
  }
  return null;
}

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}
