/** For `node --import`: whatever asks for the module `electron` gets its stand-in over Chromium, which a test controls. */
import { registerHooks } from "node:module";

const own = (name) => new URL(name, import.meta.url).href;
let entry = null;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "electron") return { url: own("electron.ts"), shortCircuit: true };
    const found = next(specifier, context);
    // What the process was started with has no importer.
    if (context.parentURL === undefined) entry ??= found.url;
    return found;
  },
  /** Electron is ready when its entry was evaluated, and whatever that awaits at its top: its last line says so. */
  load(url, context, next) {
    const loaded = next(url, context);
    if (url !== entry) return loaded;
    const says = `\nimport { app as standIn } from ${JSON.stringify(own("app.ts"))};\nstandIn.entryEvaluated();`;
    return { ...loaded, source: `${Buffer.from(loaded.source)}${says}` };
  },
});

await import("./control.ts");
