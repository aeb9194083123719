/** For `node --import`: whatever asks for Electron gets its stand-in. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: new URL("stand-in.mjs", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
