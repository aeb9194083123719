/** Decides how each platform starts the till at login, or stops doing so. The caller applies the decision. */

import { join } from "node:path";
import type { Settings } from "electron";
import type { NoAutoStart } from "../../../contract/operations/shell.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";

export type AutoStart =
  | { way: "login-item"; settings: Settings; optionsKept: boolean }
  /** Linux: writes or removes a file in the autostart folder; mode 0644 */
  | { way: "file"; path: string; content: string | null; optionsKept: boolean }
  | { way: "none"; reason: NoAutoStart; because: Reason };

export interface AutoStartRequest {
  enabled: boolean;
  platform: NodeJS.Platform;
  /** True if the till is installed: a development build has no program to start */
  packaged: boolean;
  /** `process.execPath`; for an AppImage its `APPIMAGE` file, because the mounted path changes */
  program: string;
  /** The till's options, such as `["--kiosk"]`; never secrets, because all users can read them */
  options: readonly string[];
  /** `$XDG_CONFIG_HOME` or `~/.config`; only on Linux */
  configFolder: string;
}

/**
 * Decides how to enable or disable automatic start at login. macOS login items have no options: `optionsKept` is then
 * false, and the owner sets them in the till.
 */
export function autoStart({
  enabled,
  platform,
  packaged,
  program,
  options,
  configFolder,
}: AutoStartRequest): AutoStart {
  if (!packaged) return { way: "none", reason: "installed", because: reasonFor("shell_not_installed") };
  switch (platform) {
    case "win32": {
      const args = options.map(windowsArgument);
      return {
        way: "login-item",
        settings: { openAtLogin: enabled, path: program, args, name: "Till" },
        optionsKept: true,
      };
    }
    case "darwin":
      return { way: "login-item", settings: { openAtLogin: enabled }, optionsKept: options.length === 0 };
    case "linux":
      return {
        way: "file",
        path: join(configFolder, "autostart", "till.desktop"),
        content: enabled ? desktopEntry([program, ...options]) : null,
        optionsKept: true,
      };
    default:
      return {
        way: "none",
        reason: "platform",
        because: reasonFor("shell_platform"),
      };
  }
}

/** Quotes an argument by the rules of CommandLineToArgvW; the registry stores one line. */
function windowsArgument(argument: string): string {
  if (/^[^\s"]+$/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

function desktopEntry(command: readonly string[]): string {
  const lines = ["[Desktop Entry]", "Type=Application", "Name=Till", `Exec=${command.map(execArgument).join(" ")}`];
  return `${[...lines, "Terminal=false", "X-GNOME-Autostart-enabled=true"].join("\n")}\n`;
}

/** Quotes an argument by the Desktop Entry Specification: doubles `%`, then escapes backslashes for the file. */
function execArgument(argument: string): string {
  const quoted = argument.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%");
  return `"${quoted.replaceAll("\\", "\\\\")}"`;
}
