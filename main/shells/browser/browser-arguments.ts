/** How the till's window is started in somebody's browser: pure. */
import { join } from "node:path";

export interface BrowserWindowOptions {
  url: string;
  dataDir: string;
  kiosk: boolean;
  platform: NodeJS.Platform;
  /** Whether this process is root: Chromium's sandbox does not start for root on Linux */
  root: boolean;
}

/** A till's window talks to the till alone; what browsers otherwise do of their own accord is off. */
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

/** The profile of the till's window, apart from whatever else the browser is used for. */
export function windowProfile(dataDir: string): string {
  return join(dataDir, "window");
}

/** The command line of the window, without the program itself. */
export function browserArguments({ url, dataDir, kiosk, platform, root }: BrowserWindowOptions): string[] {
  return [
    `--app=${url}`,
    `--user-data-dir=${windowProfile(dataDir)}`,
    ...QUIET_FLAGS,
    ...(kiosk ? ["--kiosk", "--overscroll-history-navigation=0", "--disable-pinch"] : ["--window-size=1280,800"]),
    // A kiosk reads aloud: on Linux by the system's speech-dispatcher, to which Chromium speaks only when it is told to.
    ...(kiosk && platform === "linux" ? ["--enable-speech-dispatcher"] : []),
    ...(root && platform === "linux" ? ["--no-sandbox", "--test-type"] : []),
  ];
}
