/** Install locations of Chromium browsers on each platform. */
import { accessSync, constants, statSync } from "node:fs";
import { posix, win32 } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

const LINUX_NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
  "microsoft-edge",
  "brave-browser",
  "brave",
  "vivaldi-stable",
];
/** Searched in addition to PATH, which a service manager may shorten. */
const LINUX_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin", "/var/lib/flatpak/exports/bin"];

const MAC_APPLICATIONS = ["Chromium", "Google Chrome", "Microsoft Edge", "Brave Browser"];

const WINDOWS_PROGRAMS = [
  ["Chromium", "Application", "chrome.exe"],
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
  ["BraveSoftware", "Brave-Browser", "Application", "brave.exe"],
];

/** Returns all possible browser paths, best first. @param platform as `process.platform` */
export function browserCandidates(platform: NodeJS.Platform, environment: Environment): string[] {
  if (platform === "darwin") {
    const folders = ["/Applications", ...(environment.HOME ? [posix.join(environment.HOME, "Applications")] : [])];
    return MAC_APPLICATIONS.flatMap((name) =>
      folders.map((folder) => posix.join(folder, `${name}.app`, "Contents", "MacOS", name)),
    );
  }
  if (platform === "win32") {
    const { LOCALAPPDATA, ProgramFiles, "ProgramFiles(x86)": ProgramFilesX86 } = environment;
    const folders = [ProgramFiles, ProgramFilesX86, LOCALAPPDATA].filter((folder) => folder !== undefined);
    return WINDOWS_PROGRAMS.flatMap((parts) => folders.map((folder) => win32.join(folder, ...parts)));
  }
  const onPath = (environment.PATH ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const folders = [...new Set([...onPath, ...LINUX_FOLDERS])];
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

export function findBrowser(
  platform: NodeJS.Platform = process.platform,
  environment: Environment = process.env,
): string | null {
  return browserCandidates(platform, environment).find(isExecutable) ?? null;
}

/** Returns whether a display exists. Linux sets environment variables; other platforms always have one. */
export function hasDisplay(platform: NodeJS.Platform, environment: Environment): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(environment.DISPLAY) || Boolean(environment.WAYLAND_DISPLAY);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
