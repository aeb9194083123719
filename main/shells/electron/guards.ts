/** What the window's page may do beyond showing itself: nothing, with one exception. Pure. */
import { isLoopback } from "../../../contract/identifiers.ts";
import { APP_HOST, APP_ORIGIN, APP_SCHEME } from "./app-files.ts";

/** Whether a frame may go to an address: the till's own page and no other. */
export function navigationAllowed(target: string): boolean {
  const url = URL.parse(target);
  return url?.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === "" && url.password === "";
}

/**
 * Whether a link may be opened in the machine's browser: the demo phone's page on this machine, that very page.
 * @param phoneUrl where the phone of the embedded sandbox is, or null without one
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
 * Whether a page may do what browsers ask a permission for: only put a text into the clipboard, at a person's touch, so
 * that they can paste it elsewhere. Reading the clipboard is another permission.
 * @param requestingUrl the address of the frame that asks, or its origin
 */
export function permissionAllowed(permission: string, requestingUrl: string): boolean {
  return permission === "clipboard-sanitized-write" && navigationAllowed(requestingUrl);
}

/** Whether something may be saved to a file: only what the till's own page made. A person is then asked where to. */
export function downloadAllowed(url: string): boolean {
  return url.startsWith(`blob:${APP_ORIGIN}/`);
}

/** Who sent a message to main, as far as it matters. */
export interface MessageSender {
  /** Whether the message came from the till's own window, not from another web contents */
  ownWindow: boolean;
  /** The sending frame; null when it navigated away or is gone */
  frame: { origin: string; isMainFrame: boolean } | null;
}

/** Whether a message may be a command: from the main frame of our window while it shows our page. */
export function senderAllowed({ ownWindow, frame }: MessageSender): boolean {
  return ownWindow && frame?.isMainFrame === true && frame.origin === APP_ORIGIN;
}

/**
 * The maintenance task that the till's arguments ask for, or null when they ask for a till. What stands before
 * `--maintenance` is Chromium's own (`--ozone-platform=headless` on a machine without a display): no window is opened.
 */
export function maintenanceArguments(own: readonly string[]): string[] | null {
  const at = own.indexOf("--maintenance");
  return at === -1 ? null : own.slice(at + 1);
}

/**
 * The till's own arguments in Electron's command line.
 * @param argv      as `process.argv`
 * @param packaged  whether the program is the till itself, not Electron with the till as its first argument
 * @param isEntry   whether an argument names the till's entry file or folder
 */
export function tillArguments(
  argv: readonly string[],
  packaged: boolean,
  isEntry: (argument: string) => boolean,
): string[] {
  // The Windows installer starts a till that it has updated with a word of its own.
  if (packaged) return argv.slice(1).filter((argument) => argument !== "--updated");
  const entry = argv.findIndex((argument, index) => index > 0 && isEntry(argument));
  return entry === -1 ? [] : argv.slice(entry + 1);
}
