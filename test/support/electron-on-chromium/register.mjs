/** For `node --import`: whatever asks for the module `electron` gets its stand-in over Chromium, which a test controls. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: new URL("electron.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

await import("./control.ts");
