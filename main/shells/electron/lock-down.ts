/** Denies every web contents what a till's page never needs: thin wiring around guards.ts. */
import type { App, Session, Shell, WebContents } from "electron";
import type { Log } from "../../lib/log.ts";
import { downloadAllowed, externalLinkAllowed, navigationAllowed, permissionAllowed } from "./guards.ts";

/** What of a session is locked. */
export type LockedSession = Pick<
  Session,
  | "setPermissionRequestHandler"
  | "setPermissionCheckHandler"
  | "setDevicePermissionHandler"
  | "setDisplayMediaRequestHandler"
  | "setBluetoothPairingHandler"
  | "on"
>;

/** What a person at a session's pages may take away of what they show. */
export interface TakingAway {
  /** Whether they may copy a text and save what a page made, now */
  allowed(): boolean;
  /** They wanted to, and it was the till's own page that asked: whoever stands there is to be told */
  refused?(what: "copy" | "save"): void;
}

/** No permission, device, screen capture or download for any page of the session, with two exceptions. */
export function lockSession(session: LockedSession, takeAway: TakingAway, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) => {
    const isKnown = permissionAllowed(permission, requestingUrl);
    const isAllowed = isKnown && takeAway.allowed();
    callback(isAllowed);
    if (isAllowed) return;
    log.warn({ permission }, "a permission was refused");
    // Told here alone: a page may look up a permission without anybody's wish, and after a no it still asks.
    if (isKnown) takeAway.refused?.("copy");
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => permissionAllowed(permission, requestingOrigin) && takeAway.allowed(),
  );
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on("will-download", (event, item) => {
    // A person is asked where to: Electron's own dialog, since no path is set here.
    const isKnown = downloadAllowed(item.getURL());
    if (isKnown && takeAway.allowed()) return;
    event.preventDefault();
    log.warn("a download was refused");
    if (isKnown) takeAway.refused?.("save");
  });
}

/**
 * Keeps every web contents that is ever made on the till's own pages.
 * @param phoneUrl where the demo phone is now, or null: the one page that may be opened, in the machine's browser
 */
export function lockNavigation(
  { app, shell }: { app: Pick<App, "on">; shell: Pick<Shell, "openExternal"> },
  phoneUrl: () => string | null,
  log: Log,
): void {
  app.on("web-contents-created", (_event, contents) => lockContents(contents, { shell, phoneUrl, log }));
}

interface Ways {
  shell: Pick<Shell, "openExternal">;
  phoneUrl(): string | null;
  log: Log;
}

/** What of a web contents is locked. */
export type LockedContents = Pick<WebContents, "on" | "setWindowOpenHandler">;

function lockContents(contents: LockedContents, { shell, phoneUrl, log }: Ways): void {
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
