/** Applies the decision of auto-start.ts and reads the current state from the system; nothing is cached. */

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { App } from "electron";
import { done, failed } from "../../../contract/calls/errors.ts";
import type { ShellView } from "../../../contract/operations/shell.ts";
import { inEnglish, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { LaunchOptions } from "../../app/options.ts";
import { defaultDataFolder } from "../../lib/default-data-folder.ts";
import type { Log } from "../../lib/log.ts";
import { writeFileDurably } from "../../storage/database/durable-file.ts";
import { type AutoStart, type AutoStartRequest, autoStart } from "./auto-start.ts";

export type AutoStarter = ReturnType<typeof autoStarter>;

export interface AutoStarterPorts {
  app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings">;
  request: Omit<AutoStartRequest, "enabled">;
  log: Log;
}

export function autoStarter({ app, request, log }: AutoStarterPorts) {
  const view = (): ShellView["autoStart"] => {
    const decided = autoStart({ ...request, enabled: true });
    if (decided.way === "none") {
      const { reason, because } = decided;
      return { enabled: false, possible: false, reason, because: inEnglish(because), optionsKept: false };
    }
    const possible = { possible: true, reason: null, because: null, optionsKept: decided.optionsKept };
    return { enabled: isEnabled(decided, app), ...possible };
  };
  return {
    view,
    set(enabled: boolean) {
      const decided = autoStart({ ...request, enabled });
      if (decided.way === "none") return failed("illegal_state", { because: decided.because });
      try {
        carryOut(decided, app);
      } catch (error) {
        log.error({ err: error }, "automatic start could not be changed");
        return failed("internal", { because: reasonFor("shell_not_taken") });
      }
      return done(view());
    },
  };
}

/** Returns the options for automatic start: the current ones without those of a first start. */
export function startOptions({ dataDir, kiosk, port }: LaunchOptions, env: NodeJS.ProcessEnv): string[] {
  const isDefault = dataDir === defaultDataFolder(process.platform, env);
  return [
    ...(kiosk ? ["--kiosk"] : []),
    ...(isDefault ? [] : ["--data", dataDir]),
    ...(port === null ? [] : ["--port", String(port)]),
  ];
}

export function configFolder(env: NodeJS.ProcessEnv): string {
  return env.XDG_CONFIG_HOME || join(homedir(), ".config");
}

function isEnabled(decided: Exclude<AutoStart, { way: "none" }>, app: AutoStarterPorts["app"]): boolean {
  if (decided.way === "file") return existsSync(decided.path);
  const { path, args } = decided.settings;
  return app.getLoginItemSettings({ path, args }).openAtLogin;
}

function carryOut(decided: Exclude<AutoStart, { way: "none" }>, app: AutoStarterPorts["app"]): void {
  if (decided.way === "login-item") {
    app.setLoginItemSettings(decided.settings);
  } else if (decided.content === null) {
    rmSync(decided.path, { force: true });
  } else {
    mkdirSync(dirname(decided.path), { recursive: true });
    writeFileDurably(decided.path, decided.content, 0o644);
  }
}
