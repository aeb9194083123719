/** Command line of the till's window in an installed browser. */
import { join } from "node:path";

export interface BrowserWindowOptions {
  url: string;
  dataDir: string;
  kiosk: boolean;
  platform: NodeJS.Platform;
  /** True if this process is root: on Linux, Chromium's sandbox does not start as root */
  root: boolean;
}

/** Disables the browser's own network traffic and prompts. */
const QUIET_FLAGS = [
  "--no-first-run",
  "--no-default-browser-check",
  "--no-service-autorun",
  "--no-pings",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-session-crashed-bubble",
  "--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,InterestFeedContentSuggestions",
  "--password-store=basic",
  "--use-mock-keychain",
  "--metrics-recording-only",
];

export function windowProfile(dataDir: string): string {
  return join(dataDir, "window");
}

export function browserArguments({ url, dataDir, kiosk, platform, root }: BrowserWindowOptions): string[] {
  return [
    `--app=${url}`,
    `--user-data-dir=${windowProfile(dataDir)}`,
    ...QUIET_FLAGS,
    ...(kiosk ? ["--kiosk", "--overscroll-history-navigation=0", "--disable-pinch"] : ["--window-size=1280,800"]),
    // A kiosk reads text aloud. On Linux, Chromium uses speech-dispatcher only with this flag.
    ...(kiosk && platform === "linux" ? ["--enable-speech-dispatcher"] : []),
    ...(root && platform === "linux" ? ["--no-sandbox", "--test-type"] : []),
  ];
}
