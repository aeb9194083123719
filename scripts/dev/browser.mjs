/** Entry of the till's program in `npm run dev`: `main/browser.ts` with Vite's pages. scripts/dev.mjs builds and starts it. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { SECURITY_HEADERS } from "../../contract/values/security-headers.ts";
import { stopOnSignals } from "../../main/app/stop.ts";
import { createWindowSessions } from "../../main/bridge/window-sessions.ts";
import { pageHeaders, requestPage } from "./page.mjs";

const { token, pages } = JSON.parse(process.env.TILL_DEVELOPMENT);
delete process.env.TILL_DEVELOPMENT;

/** Uses the token as the session of each window, so that a window stays connected when the till restarts. */
function createSessions(...ports) {
  const sessions = createWindowSessions(...ports);
  return { ...sessions, openSession: (bearer) => sessions.openSession(bearer) && token };
}

async function servePages(app) {
  app.get("/*", async (request, reply) => {
    const page = await requestPage(pages, request.url, request.headers);
    const headers = pageHeaders(pages, page.headers, SECURITY_HEADERS["content-security-policy"]);
    return reply.code(page.statusCode).headers(headers).send(page);
  });
}

enableCompileCache(join(import.meta.dirname, "../compile-cache"));
const stop = stopOnSignals();
// The parent ended without a signal.
process.once("disconnect", () => stop.abort());
process.stdout.on("error", () => {});
const { main } = await import("../../main/shells/browser/main.ts");
process.exit(await main(stop, "", { token, createSessions, servePages }));
