/** Replaces the built pages of `app://till` with Vite's. Imported before the desktop's entry. */
import { sep } from "node:path";
import { app, session } from "electron";
import { SECURITY_HEADERS } from "../../contract/values/security-headers.ts";
import { appFile, HELP_PAGE } from "../../main/shells/electron/app-files.ts";
import { pageHeaders, requestPage } from "./page.mjs";

const { pages } = JSON.parse(process.env.TILL_DEVELOPMENT);
delete process.env.TILL_DEVELOPMENT;
const NOT_FOUND = 404;

// Runs before the entry's own steps, because it waits for the app first.
app.whenReady().then(() => {
  for (const { protocol } of [session.defaultSession, session.fromPartition("customer")]) replaceFiles(protocol);
});

/** The desktop's own handler still refuses what it refuses for built pages. */
function replaceFiles(protocol) {
  const handle = protocol.handle.bind(protocol);
  protocol.handle = (scheme, own) =>
    handle(scheme, async (request) => {
      const { method, url, initiatorOrigin } = request;
      const file = appFile(sep, method, url, initiatorOrigin);
      // Vite's modules have endings that no built page has.
      const isRefused = "status" in file && file.status !== NOT_FOUND;
      return isRefused || url === HELP_PAGE ? await own(request) : await pageOf(request);
    });
}

async function pageOf({ url, headers }) {
  const { pathname, search } = new URL(url);
  const page = await requestPage(pages, pathname + search, { ...Object.fromEntries(headers), host: "localhost" });
  const body = Buffer.concat(await page.toArray());
  const shown = pageHeaders(pages, page.headers, SECURITY_HEADERS["content-security-policy"]);
  return new Response(body, { status: page.statusCode, headers: { ...SECURITY_HEADERS, ...shown } });
}
