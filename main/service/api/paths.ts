/**
 * Endpoints: API paths become URLs, and URIs from answers become API paths again (section 4.1, rules 1 and 3).
 * A URI from an answer is used only when it leads back to the service's own API.
 */

const API_PREFIX = "/merchant/v1";

/** The addresses under one base URL. */
export interface Endpoints {
  /** The scheme, host and port of everything signed */
  readonly origin: string;
  /** `path` within `{baseUrl}/merchant/v1`; begins with a slash */
  api(path: string, query?: Query): URL;
  /** `path` within `{baseUrl}` itself: the OAuth endpoints */
  service(path: string, query?: Query): URL;
  /** The API path (query included) of a URI found in an answer; null when it leads anywhere but to this API */
  apiPathOf(uri: string): string | null;
}

export type Query = Readonly<Record<string, string | number>>;

/**
 * @param baseUrl the service's base address, perhaps with a path of its own; without query or fragment
 * @throws TypeError when it is no URL
 */
export function createEndpoints(baseUrl: string): Endpoints {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const at = (path: string, query: Query = {}) => {
    // Through one parser, so that the signed text is to the letter what is sent.
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
      // A service behind a path of a proxy may know nothing of it: its URIs then begin with its own prefix.
      const root = [`${prefix}${API_PREFIX}/`, `${API_PREFIX}/`].find((start) => url.pathname.startsWith(start));
      return root === undefined ? null : url.pathname.slice(root.length - 1) + url.search;
    },
  };
}

/**
 * `/pos/<id>/`: a resource's path, each part escaped, with the trailing slash that every URL has (section 4.1, rule 1).
 * @returns null for an empty part, `.` and `..`, which would lead to another resource
 */
export function path(...parts: (string | undefined)[]): string | null {
  return parts.every(isPathPart) ? `/${parts.map(encodeURIComponent).join("/")}/` : null;
}

/** The id in a resource's URI: its last part, unescaped. @returns null when there is none that {@link path} would take */
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

/** The id in a URI of one kind of resource, `…/<resource>/<id>/`. @returns null for any other URI */
export function idWithin(resource: string, uri: string): string | null {
  const [pathname = ""] = uri.split(/[?#]/, 1);
  const parts = pathname.split("/").filter(Boolean);
  return parts.at(-2) === resource ? idOf(uri) : null;
}

/** Whether a text can be one part of a path and stay one. A lone half of a surrogate pair cannot be escaped. */
export function isPathPart(part: unknown): part is string {
  return typeof part === "string" && part !== "" && part !== "." && part !== ".." && part.isWellFormed();
}
