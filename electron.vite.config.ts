import { resolve } from "node:path";
import locales from "@react-aria/optimize-locales-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { leanProgram } from "./build/vite/lean-program.mjs";
import { licences } from "./build/vite/licences.mjs";
import { CUSTOMER_LANGUAGES } from "./contract/values/customer-language.ts";

const root = import.meta.dirname;
/** scripts/build.mjs builds next to the last good build, and swaps the two when the new one is complete. */
const out = process.env.TILL_BUILD_OUT ?? resolve(root, "out");

/** Main, preload and renderer are built in this order. */
const works = licences(root);

export default defineConfig({
  main: {
    plugins: [works.collect(), leanProgram()],
    resolve: {
      alias: [
        { find: /^undici$/, replacement: resolve(root, "build/vite/undici-parts.mjs") },
        // What draws a code is all that is used of it; the rest writes pictures.
        { find: /^qrcode$/, replacement: "qrcode/lib/core/qrcode.js" },
        // undici's other parser of HTTP, which build/vite/undici-parts.mjs turns off.
        { find: /^\.\.\/milo\/(no-)?simd\.js$/, replacement: resolve(root, "build/vite/never-called.mjs") },
        // fastify's requests for tests.
        { find: /^light-my-request$/, replacement: resolve(root, "build/vite/never-called.mjs") },
        { find: /^glob$/, replacement: resolve(root, "build/vite/never-called.mjs") },
      ],
    },
    build: {
      outDir: resolve(out, "main"),
      target: "node24",
      rolldownOptions: {
        // For the demo of the chain, from a checkout: 25 MB that no installed till needs.
        external: ["@electric-sql/pglite", "@electric-sql/pglite-socket"],
        input: {
          electron: resolve(root, "main/electron.ts"),
          browser: resolve(root, "main/browser.ts"),
          maintenance: resolve(root, "main/maintenance.ts"),
          sandbox: resolve(root, "sandbox/main.ts"),
          ledger: resolve(root, "ledger/main.ts"),
          office: resolve(root, "ledger/office/main.ts"),
        },
        // Without comments and spaces; a log shows an error's function names. The licences are a file of their own.
        output: { comments: false, minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } },
      },
    },
  },
  preload: {
    plugins: [works.collect()],
    build: {
      outDir: resolve(out, "preload"),
      // A sandboxed preload is one CommonJS file that requires nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve(root, "preload/preload.ts"), customer: resolve(root, "preload/customer.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "renderer",
    // React Aria's own words, in the languages that operators and customers read: English, and these.
    plugins: [react(), locales.vite({ locales: [...CUSTOMER_LANGUAGES] }), works.write()],
    build: {
      outDir: resolve(out, "renderer"),
      target: "chrome140",
      minify: true,
      // The content security policy allows no data: fonts or scripts; files are as quick on loopback.
      assetsInlineLimit: 0,
      // The page fetches at once what its first screen imports. Of what is fetched later a script finds its imports itself:
      // a link for each of twenty would be twenty requests that begin in one task.
      modulePreload: { resolveDependencies: (_, imports, { hostType }) => (hostType === "html" ? imports : []) },
      // One stylesheet: its order is the order of the cascade, whichever part of the window comes first.
      cssCodeSplit: false,
      rolldownOptions: {
        input: {
          index: resolve(root, "renderer/index.html"),
          customer: resolve(root, "renderer/customer.html"),
          office: resolve(root, "renderer/office.html"),
        },
      },
    },
  },
});
