/** Connects the parts of `npm run dev`: Vite's pages, the builds of the program, and the till's process. */
import { Console } from "node:console";
import { join, relative } from "node:path";
import { createLogger } from "vite";
import { newSecret } from "../../main/bridge/window-sessions.ts";
import { ROOT } from "../node.mjs";
import { watchPreload, watchProgram } from "./program.mjs";
import { startPageServer } from "./server.mjs";
import { createTill } from "./till.mjs";

const DEV = join(ROOT, "out", "dev");

/**
 * Runs the till until it ends or a signal stops it.
 * @param {"browser" | "electron"} shell
 * @param {{ program: string, flags: string[] }} runtime Node or Electron
 * @param {string[]} args the till's options
 * @returns {Promise<number>} the exit code
 */
export async function develop(shell, runtime, args) {
  // A build by Vite sets "production", which turns off hot reload of components.
  process.env.NODE_ENV = "development";
  const origins = shell === "electron" ? ["app://till"] : [];
  await using pages = await startPageServer({ cacheDir: join(DEV, "vite"), logger: loggerOf("info"), origins });
  const development = { token: newSecret(), pages: pages.access };
  const entry = join(DEV, shell, `${shell}.js`);
  const till = createTill({ ...runtime, entry, args: withData(args, shell), development });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, till.stop);
  await using watchers = new AsyncDisposableStack();
  const watch = async (start, options) => {
    const watcher = await start({ logger: loggerOf("warn"), ...options });
    watchers.defer(() => watcher.close());
  };
  if (shell === "electron") await watch(watchPreload, { outDir: join(DEV, "preload"), onBuilt: till.restartRunning });
  await watch(watchProgram, { shell, outDir: join(DEV, shell), onBuilt: till.restart });
  // Not earlier: a build of the program and Vite's start each use the whole machine.
  pages.open();
  return await till.ended;
}

/** stdout belongs to the till. */
function loggerOf(level) {
  return createLogger(level, { console: new Console(process.stderr) });
}

/** Adds the data folder of development. Electron's vault opens in Electron alone, so each shell has its own folder. */
function withData(args, shell) {
  if (process.env.TILL_DATA || args.some((argument) => /^--data(=|$)/.test(argument))) return args;
  const folder = join(DEV, `data-${shell}`);
  const shown = relative(process.cwd(), folder);
  process.stderr.write(`The data stays in ${shown} between starts. Delete the folder for a new till.\n`);
  return ["--data", folder, ...args];
}
