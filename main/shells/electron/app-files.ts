/** The till's pages in Electron (one privileged scheme, one host), and the mapping from requests to files. */
import { extname, isAbsolute, relative, resolve } from "node:path";

export const APP_SCHEME = "app";
export const APP_HOST = "till";
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_PAGE = `${APP_ORIGIN}/index.html`;
export const CUSTOMER_PAGE = `${APP_ORIGIN}/customer.html`;
/** Help page of a window that keeps crashing; generated, not a file. */
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
 * Maps a request to a file of the renderer. Serves only the renderer's file types, so other files there stay private.
 * @param initiator origin of the requesting page; undefined for a navigation of the window
 * @param allowed filter by URL path; allows all by default
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
  // On Windows a backslash separates paths, and a colon marks a drive or a stream.
  if (path === null || /[\0\\:]/.test(path)) return { status: 400 };
  const file = resolve(root, `.${path === "/" ? "/index.html" : path}`);
  if (!isInside(root, file)) return { status: 403 };
  if (!allowed(path)) return { status: 404 };
  const type = extname(file).toLowerCase();
  const contentType = Object.hasOwn(CONTENT_TYPES, type) ? CONTENT_TYPES[type] : undefined;
  return contentType === undefined ? { status: 404 } : { file, contentType };
}

function isInside(root: string, file: string): boolean {
  const relativePath = relative(root, file);
  return (
    relativePath !== "" &&
    !relativePath.startsWith("..") &&
    !isAbsolute(relativePath) &&
    !relativePath.split(/[\\/]/).some((part) => part.startsWith("."))
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
