/** Serves the renderer over `app://till`: no port, no token, no file:// privileges. */
import { readFile } from "node:fs/promises";
import type { Protocol } from "electron";
import { cacheControl, SECURITY_HEADERS } from "../../../contract/security-headers.ts";
import type { Log } from "../../lib/log.ts";
import type { HelpPage } from "../breakdowns/help-page.ts";
import { APP_SCHEME, appFile, HELP_PAGE } from "./app-files.ts";

/** Declares the scheme. Must run before the app is ready, once. */
export function declareAppScheme(protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** What one session's windows may be shown. */
export interface Served {
  rendererDir: string;
  /** Which of the renderer's files, by their paths in the address; all, unless told */
  allowed?: (path: string) => boolean;
  /** The page for a window that keeps breaking, when it is asked for */
  help(): HelpPage;
}

/** Answers `app://` requests of a session from the built renderer. */
export function serveApp(
  session: { protocol: Pick<Protocol, "handle"> },
  { rendererDir, allowed = () => true, help }: Served,
  log: Log,
): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    // Electron sets it where a page asks, and no page can (electron.d.ts, `Protocol.handle`).
    const { initiatorOrigin } = request as { initiatorOrigin?: string };
    // Main alone sends a window there.
    if (request.url === HELP_PAGE && initiatorOrigin === undefined) return helpAnswer(help());
    const found = appFile(rendererDir, request.method, request.url, initiatorOrigin, allowed);
    if ("status" in found) return answer(found.status);
    try {
      const body = request.method === "HEAD" ? null : await readFile(found.file);
      return answer(200, body, { "content-type": found.contentType, "cache-control": cacheControl(found.file) });
    } catch (error) {
      log.warn({ err: error }, "a file of the renderer could not be read");
      return answer(404);
    }
  });
}

function helpAnswer({ body, headers }: HelpPage): Response {
  return new Response(body, { status: 200, headers });
}

function answer(
  status: number,
  body: Uint8Array<ArrayBuffer> | null = null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, { status, headers: { ...SECURITY_HEADERS, ...headers } });
}
