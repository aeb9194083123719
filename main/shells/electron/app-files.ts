/** The till's pages in Electron (one privileged scheme, one host), and which file a request means: pure. */
import { extname, isAbsolute, relative, resolve } from "node:path";

export const APP_SCHEME = "app";
export const APP_HOST = "till";
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;
/** What the customer's own window shows: the one page of its session. */
export const CUSTOMER_PAGE = `${APP_ORIGIN}/customer.html`;
/** What a window shows that could not be kept alive: made here, not read from a file. */
export const HELP_PAGE = `${APP_ORIGIN}/help`;

export type AppFile = { file: string; contentType: string } | { status: 400 | 403 | 404 | 405 };

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
};

/**
 * Maps a request to a file under the renderer's folder. Only kinds of files that the renderer is made of are served,
 * so that nothing that ever lands there by mistake can be read.
 * @param initiator the origin of the page that asks; undefined when the window itself navigates
 * @param allowed which of the folder's files, by their paths in the address; all, unless told
 */
export function appFile(
  root: string,
  method: string,
  requestUrl: string,
  initiator: string | undefined,
  allowed: (path: string) => boolean = () => true,
): AppFile {
  if (method !== "GET" && method !== "HEAD") return { status: 405 };
  if (initiator !== undefined && initiator !== `${APP_SCHEME}://${APP_HOST}`) return { status: 403 };
  const url = URL.parse(requestUrl);
  if (url?.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST) return { status: 403 };
  const path = decode(url.pathname);
  // A backslash is a separator on Windows, a colon a drive or a stream.
  if (path === null || /[\0\\:]/.test(path)) return { status: 400 };
  const file = resolve(root, `.${path === "/" ? "/index.html" : path}`);
  if (!isInside(root, file)) return { status: 403 };
  if (!allowed(path)) return { status: 404 };
  const type = extname(file).toLowerCase();
  const contentType = Object.hasOwn(CONTENT_TYPES, type) ? CONTENT_TYPES[type] : undefined;
  return contentType === undefined ? { status: 404 } : { file, contentType };
}

function isInside(root: string, file: string): boolean {
  const way = relative(root, file);
  return (
    way !== "" && !way.startsWith("..") && !isAbsolute(way) && !way.split(/[\\/]/).some((part) => part.startsWith("."))
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The till's pages in Electron: one privileged scheme, one host. */
