/** Builds the till's program for development, and again after each change of its sources. */
import { build, mergeConfig } from "vite";
import config from "../../electron.vite.config.ts";
import { ROOT } from "../node.mjs";

/**
 * Builds the entry of a shell without its libraries, which Node loads from node_modules.
 * @param {{ shell: "browser" | "electron", outDir: string, logger: import("vite").Logger, onBuilt(): void }} options
 *   `onBuilt` is called after each build without errors
 * @returns {Promise<{ close(): Promise<void> }>} after the first build
 */
export function watchProgram({ shell, ...options }) {
  return watch(
    {
      build: {
        ssr: `scripts/dev/${shell}.mjs`,
        target: "node24",
        rolldownOptions: { external: ["electron"], output: { entryFileNames: "[name].js" } },
      },
    },
    options,
  );
}

/** Builds the preload scripts, as for an installed till. */
export function watchPreload(options) {
  const { input, output } = config.preload.build.rolldownOptions;
  return watch({ build: { target: "chrome140", rolldownOptions: { input, output, external: ["electron"] } } }, options);
}

async function watch(specific, { outDir, logger, onBuilt }) {
  const common = {
    configFile: false,
    root: ROOT,
    mode: "development",
    publicDir: false,
    customLogger: logger,
    clearScreen: false,
    build: { outDir, emptyOutDir: true, minify: false, sourcemap: true, watch: {} },
  };
  const watcher = await build(mergeConfig(common, specific));
  const { promise: firstEnd, resolve } = Promise.withResolvers();
  watcher.on("event", (event) => {
    event.result?.close();
    if (event.code === "BUNDLE_END") onBuilt();
    // After an error, which Vite logs, the till keeps running the last good program.
    if (event.code === "END") resolve();
  });
  await firstEnd;
  return watcher;
}
