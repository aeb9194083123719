/** For `node --import`: resolves the module `electron` to its stand-in on Chromium, which a test controls. */
import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// Tests kill the process, so the cache is written while it runs.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/till/stand-in", import.meta.url)));
setTimeout(flushCompileCache, 5000).unref();

const own = (name) => new URL(name, import.meta.url).href;
let entry = null;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "electron") return { url: own("electron.ts"), shortCircuit: true };
    const found = next(specifier, context);
    // The process's entry has no importer.
    if (context.parentURL === undefined) entry ??= found.url;
    return found;
  },
  /** Electron is ready when its entry and its top-level awaits have finished; an appended last line reports that. */
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== entry) return loaded;
    const says = `\nimport { app as standIn } from ${JSON.stringify(own("app.ts"))};\nstandIn.entryEvaluated();`;
    return { ...loaded, source: `${Buffer.from(loaded.source)}${says}` };
  },
});

await import("./control.ts");
