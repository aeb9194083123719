/** Denies every web contents what a till's page never needs: thin wiring around guards.ts. */
import { app, type Session, shell, type WebContents } from "electron";
import type { Log } from "../log.ts";
import { externalLinkAllowed, navigationAllowed } from "./guards.ts";

/** No permission, device, screen capture or download for any page of the session. */
export function lockSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, callback) => {
    log.warn({ permission }, "a permission was refused");
    callback(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on("will-download", (event) => event.preventDefault());
}

/**
 * Keeps every web contents that is ever made on the till's own page.
 * @param phoneUrl where the demo phone is now, or null: the one page that may be opened, in the machine's browser
 */
export function lockNavigation(phoneUrl: () => string | null, log: Log): void {
  app.on("web-contents-created", (_event, contents) => lockContents(contents, phoneUrl, log));
}

function lockContents(contents: WebContents, phoneUrl: () => string | null, log: Log): void {
  const stay = (details: { url: string; preventDefault(): void }) => {
    if (navigationAllowed(details.url)) return;
    details.preventDefault();
    log.warn("a navigation away from the till was refused");
  };
  contents.on("will-navigate", stay);
  contents.on("will-frame-navigate", stay);
  contents.on("will-redirect", stay);
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (externalLinkAllowed(url, phoneUrl())) {
      shell.openExternal(url).catch((error: unknown) => log.warn({ err: error }, "the phone page was not opened"));
    }
    return { action: "deny" };
  });
}
