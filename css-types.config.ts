/**
 * `npm run css-types`: declares the classes of each stylesheet in an ignored file next to it (`*.module.css.d.ts`), so
 * that the type check finds a class that does not exist.
 */
import { join } from "node:path";
import { defineConfig } from "vite";
import { patchCssModules } from "vite-css-modules";

export default defineConfig({
  root: join(import.meta.dirname, "renderer"),
  plugins: [patchCssModules({ generateSourceTypes: true, exportMode: "default", declarationMap: true })],
});
