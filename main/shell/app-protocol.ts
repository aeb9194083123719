/** Serves the renderer over `app://till`: no port, no token, no file:// privileges. */
import { readFile } from "node:fs/promises";
import { protocol, type Session } from "electron";
import { cacheControl, SECURITY_HEADERS } from "../bridge/security-headers.ts";
import type { Log } from "../log.ts";
import { appFile } from "./app-files.ts";
import { APP_SCHEME } from "./app-origin.ts";

/** Declares the scheme. Must run before the app is ready, once. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Answers `app://` requests of a session from the built renderer. */
export function serveApp(session: Session, rendererDir: string, log: Log): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    const { initiatorOrigin } = request as { initiatorOrigin?: string };
    const found = appFile(rendererDir, request.method, request.url, initiatorOrigin);
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

function answer(
  status: number,
  body: Uint8Array<ArrayBuffer> | null = null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, { status, headers: { ...SECURITY_HEADERS, ...headers } });
}
