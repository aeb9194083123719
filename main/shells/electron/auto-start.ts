/** How each platform starts the till when somebody logs in, and stops doing so: a decision, carried out by its caller. */

import { join } from "node:path";
import type { Settings } from "electron";
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import type { NoAutoStart } from "../../../contract/shell.ts";

export type AutoStart =
  /** For `app.setLoginItemSettings` */
  | { way: "login-item"; settings: Settings; optionsKept: boolean }
  /** Linux: a file for the session's autostart folder, or its removal; mode 0644 */
  | { way: "file"; path: string; content: string | null; optionsKept: boolean }
  /** Nothing to do, and why */
  | { way: "none"; reason: NoAutoStart; because: Reason };

export interface AutoStartWish {
  enabled: boolean;
  platform: NodeJS.Platform;
  /** Whether this is an installed till: anything else has no program of its own to start */
  packaged: boolean;
  /** The program, as `process.execPath`; of an AppImage, whose inside is gone after a restart, its `APPIMAGE` file */
  program: string;
  /** The till's own options to start with, as `["--kiosk"]`; never a secret: everybody can read them */
  options: readonly string[];
  /** `$XDG_CONFIG_HOME`, or `~/.config`: Linux only */
  configFolder: string;
}

/**
 * Decides what has to be done so that the till starts, or does not start, with this user's session. macOS passes no
 * options to a login item: there `optionsKept` is false when there are any, and the owner sets them in the till.
 */
export function autoStart({ enabled, platform, packaged, program, options, configFolder }: AutoStartWish): AutoStart {
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

/** The registry holds one line, which the program takes apart again: by the rules of CommandLineToArgvW. */
function windowsArgument(argument: string): string {
  if (/^[^\s"]+$/.test(argument)) return argument;
  return `"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, "$1$1")}"`;
}

function desktopEntry(command: readonly string[]): string {
  const lines = ["[Desktop Entry]", "Type=Application", "Name=Till", `Exec=${command.map(execArgument).join(" ")}`];
  return `${[...lines, "Terminal=false", "X-GNOME-Autostart-enabled=true"].join("\n")}\n`;
}

/** The Desktop Entry Specification: quoted, `%` doubled, and the file's own backslashes on top of the quotes'. */
function execArgument(argument: string): string {
  const quoted = argument.replace(/["`$\\]/g, "\\$&").replaceAll("%", "%%");
  return `"${quoted.replaceAll("\\", "\\\\")}"`;
}
