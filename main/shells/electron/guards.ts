/** Permissions of the window's pages: almost none. */
import { isLoopback } from "../../../contract/values/identifiers.ts";
import { APP_HOST, APP_ORIGIN, APP_SCHEME } from "./app-files.ts";

/** Returns whether a frame may navigate to a URL: only to the till's own page. */
export function navigationAllowed(target: string): boolean {
  const url = URL.parse(target);
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === "" && url.password === "";
}

/**
 * Returns whether a link may open in the machine's browser: only the demo phone's page on this machine.
 * @param phoneUrl URL of the embedded sandbox's phone, or null
 */
export function externalLinkAllowed(target: string, phoneUrl: string | null): boolean {
  const url = URL.parse(target);
  const phone = phoneUrl === null ? null : URL.parse(phoneUrl);
  if (url === null || phone === null) return false;
  return (
    url.protocol === "http:" &&
    isLoopback(url) &&
    url.origin === phone.origin &&
    url.pathname === phone.pathname &&
    url.username === "" &&
    url.password === ""
  );
}

/**
 * Returns whether a page has a permission: only writing text to the clipboard after a user gesture. Reading the
 * clipboard is a separate permission.
 * @param requestingUrl URL or origin of the requesting frame
 */
export function permissionAllowed(permission: string, requestingUrl: string): boolean {
  return permission === "clipboard-sanitized-write" && navigationAllowed(requestingUrl);
}

/** Returns whether a download is allowed: only content that the till's page created. A dialog asks for the location. */
export function downloadAllowed(url: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`);
}

export interface MessageSender {
  ownWindow: boolean;
  /** The sending frame; null if it has navigated or closed */
  frame: { origin: string; isMainFrame: boolean } | null;
}

/** Returns whether a message may be a command: only from the main frame of the till's window on the till's page. */
export function senderAllowed({ ownWindow, frame }: MessageSender): boolean {
  return ownWindow && frame?.isMainFrame === true && frame.origin === APP_ORIGIN;
}

/**
 * Returns the arguments of a maintenance task, or null if a till should start. Arguments before `--maintenance` belong
 * to Chromium (`--ozone-platform=headless` without a display); no window opens.
 */
export function maintenanceArguments(own: readonly string[]): string[] | null {
  const maintenanceIndex = own.indexOf("--maintenance");
  return maintenanceIndex === -1 ? null : own.slice(maintenanceIndex + 1);
}

/**
 * Returns the till's own arguments in Electron's command line.
 * @param argv as `process.argv`
 * @param packaged whether the program is the installed till, not Electron with the till as its first argument
 * @param isEntry whether an argument is the till's entry file or folder
 */
export function tillArguments(
  argv: readonly string[],
  packaged: boolean,
  isEntry: (argument: string) => boolean,
): string[] {
  // The Windows installer adds this option when it starts an updated till.
  if (packaged) return argv.slice(1).filter((argument) => argument !== "--updated");
  const entry = argv.findIndex((argument, index) => index > 0 && isEntry(argument));
  return entry === -1 ? [] : argv.slice(entry + 1);
}
