/** Applies guards.ts: denies every web contents what a till's page does not need. */
import type { App, Session, Shell, WebContents } from "electron";
import type { Log } from "../../lib/log.ts";
import { downloadAllowed, externalLinkAllowed, navigationAllowed, permissionAllowed } from "./guards.ts";

export type LockedSession = Pick<
  Session,
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setDisplayMediaRequestHandler"
  | "setBluetoothPairingHandler"
  | "on"
>;

/** Rules for copying and saving content of a session's pages. */
export interface CopyRules {
  allowed(): boolean;
  /** Called when the till's own page was refused, to show a message to the user */
  refused?(what: "copy" | "save"): void;
}

/** Denies all permissions, devices, screen captures and downloads for a session's pages, with two exceptions. */
export function lockSession(session: LockedSession, takeAway: CopyRules, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) => {
    const isKnown = permissionAllowed(permission, requestingUrl);
    const isAllowed = isKnown && takeAway.allowed();
    callback(isAllowed);
    if (isAllowed) return;
    log.warn({ permission }, "a permission was refused");
    // Report only here: a permission check may run without a user action, and the request follows anyway.
    if (isKnown) takeAway.refused?.("copy");
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => permissionAllowed(permission, requestingOrigin) && takeAway.allowed(),
  );
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on("will-download", (event, item) => {
    // Electron asks for the location, because no path is set.
    const isKnown = downloadAllowed(item.getURL());
    if (isKnown && takeAway.allowed()) return;
    event.preventDefault();
    log.warn("a download was refused");
    if (isKnown) takeAway.refused?.("save");
  });
}

/**
 * Keeps every web contents on the till's own pages.
 * @param phoneUrl URL of the demo phone, or null; the only page that may open in the machine's browser
 */
export function lockNavigation(
  { app, shell }: { app: Pick<App, "on">; shell: Pick<Shell, "openExternal"> },
  phoneUrl: () => string | null,
  log: Log,
): void {
  app.on("web-contents-created", (_event, contents) => lockContents(contents, { shell, phoneUrl, log }));
}

export type LockedContents = Pick<WebContents, "on" | "setWindowOpenHandler">;

function lockContents(
  contents: LockedContents,
  { shell, phoneUrl, log }: { shell: Pick<Shell, "openExternal">; phoneUrl(): string | null; log: Log },
): void {
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
