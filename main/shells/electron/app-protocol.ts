/** Serves the renderer over `app://till`, without a port, token or file:// privileges. */
import { readFile } from "node:fs/promises";
import type { Protocol } from "electron";
import { cacheControl, SECURITY_HEADERS } from "../../../contract/values/security-headers.ts";
import type { Log } from "../../lib/log.ts";
import type { HelpPage } from "../breakdowns/help-page.ts";
import { APP_SCHEME, appFile, HELP_PAGE } from "./app-files.ts";

/** Declares the scheme. Call once, before the app is ready. */
export function declareAppScheme(protocol: Pick<Protocol, "registerSchemesAsPrivileged">): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export interface Served {
  rendererDir: string;
  allowed?: (path: string) => boolean;
  help(): HelpPage;
}

export function serveApp(
  session: { protocol: Pick<Protocol, "handle"> },
  { rendererDir, allowed = () => true, help }: Served,
  log: Log,
): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    // Set by Electron for requests of a page; a page cannot forge it (electron.d.ts, `Protocol.handle`).
    const { initiatorOrigin } = request as { initiatorOrigin?: string };
    // Only main navigates to the help page.
    if (request.url === HELP_PAGE && initiatorOrigin === undefined) return helpAnswer(help());
    const appResponse = appFile(rendererDir, request.method, request.url, initiatorOrigin, allowed);
    if ("status" in appResponse) return answer(appResponse.status);
    try {
      const body = request.method === "HEAD" ? null : await readFile(appResponse.file);
      return answer(200, body, {
        "content-type": appResponse.contentType,
        "cache-control": cacheControl(appResponse.file),
      });
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
