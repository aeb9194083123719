import { homedir } from "node:os";
import { join } from "node:path";

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export function defaultDataFolder(platform: NodeJS.Platform, env: ProcessEnvironment): string {
  const home = homedir();
  if (platform === "darwin") return join(home, "Library", "Application Support", "Till");
  if (platform === "win32") return join(env.APPDATA ?? join(home, "AppData", "Roaming"), "Till");
  return join(env.XDG_DATA_HOME ?? join(home, ".local", "share"), "till");
}
