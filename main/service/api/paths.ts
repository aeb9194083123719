/** API paths become URLs, and URIs from responses API paths (section 4.1, rules 1 and 3). Foreign URIs are rejected. */

const API_PREFIX = "/merchant/v1";

export interface Endpoints {
  readonly origin: string;
  /** Returns the URL of a path below `{baseUrl}/merchant/v1`; the path starts with a slash */
  api(path: string, query?: Query): URL;
  service(path: string, query?: Query): URL;
  /** Returns the API path of a URI from a response, query included; null outside this API */
  apiPathOf(uri: string): string | null;
}

export type Query = Readonly<Record<string, string | number>>;

/** Throws TypeError for an invalid URL. `baseUrl` may have a path, but no query or fragment. */
export function createEndpoints(baseUrl: string): Endpoints {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const at = (path: string, query: Query = {}) => {
    // One parser for all addresses, so that the signed text equals the sent one.
    const url = new URL(base.origin + prefix + path);
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, String(value));
    return url;
  };
  return {
    origin: base.origin,
    api: (path, query) => at(API_PREFIX + path, query),
    service: at,
    apiPathOf(uri) {
      if (!URL.canParse(uri, base.origin)) return null;
      const url = new URL(uri, base.origin);
      if (url.origin !== base.origin || url.username !== "" || url.password !== "") return null;
      // A service behind a proxy's path may not know that path: its URIs then start with its own prefix.
      const root = [`${prefix}${API_PREFIX}/`, `${API_PREFIX}/`].find((start) => url.pathname.startsWith(start));
      return root === undefined ? null : url.pathname.slice(root.length - 1) + url.search;
    },
  };
}

/** Returns an escaped path such as `/pos/<id>/` (section 4.1, rule 1); null for an empty part, `.` and `..`. */
export function path(...parts: (string | undefined)[]): string | null {
  return parts.every(isPathPart) ? `/${parts.map(encodeURIComponent).join("/")}/` : null;
}

/** Returns the id in a resource's URI, its last part unescaped; null without one that {@link path} accepts. */
export function idOf(uri: string): string | null {
  const [pathname = ""] = uri.split(/[?#]/, 1);
  const last = pathname.split("/").filter(Boolean).at(-1);
  if (last === undefined) return null;
  try {
    const id = decodeURIComponent(last);
    return isPathPart(id) ? id : null;
  } catch {
    return null;
  }
}

/** Returns the id in `…/<resource>/<id>/`; null for any other URI. */
export function idWithin(resource: string, uri: string): string | null {
  const [pathname = ""] = uri.split(/[?#]/, 1);
  const parts = pathname.split("/").filter(Boolean);
  return parts.at(-2) === resource ? idOf(uri) : null;
}

/** Returns whether a text can be one part of a path. A lone surrogate cannot be escaped. */
export function isPathPart(part: unknown): part is string {
  return typeof part === "string" && part !== "" && part !== "." && part !== ".." && part.isWellFormed();
}
