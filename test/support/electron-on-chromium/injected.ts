/** Scripts injected into each new document before its own: one for each of its two worlds. */
import { isolatedWorld, mainWorld, worldEnd } from "./page-side.ts";
import { pack, unpack } from "./values.ts";

/** Chromium's name of the world in which Electron's preload runs. */
export const WORLD = "Electron Isolated Context";

/** Secret names that connect a window's process and its worlds; the page does not know them. */
export interface Names {
  secret: string;
  binding: string;
  receiver: string;
}

const SHARED = `const pack = ${pack}; const unpack = ${unpack}; const worldEnd = ${worldEnd}; const values = { pack, unpack };`;

/** Script for the page's own world, evaluated first. */
export function mainWorldScript({ secret }: Names): string {
  return `(() => { if (window !== window.top) return; ${SHARED}
(${mainWorld})(worldEnd(${JSON.stringify(secret)}, "main", values)); })();`;
}

/**
 * Script for the isolated world: runs the preload inside a function, as a sandboxed preload. Runs in the main frame
 * only, like Electron without `nodeIntegrationInSubFrames`.
 * @param preload the built preload's text: one CommonJS file
 */
export function isolatedWorldScript(names: Names, preload: string): string {
  return `(() => { if (window !== window.top) return; ${SHARED}
const end = worldEnd(${JSON.stringify(names.secret)}, "isolated", values);
const { contextBridge, ipcRenderer, failed } = (${isolatedWorld})(end, ${JSON.stringify(names)}, values);
const required = (name) => {
  if (name === "electron") return { contextBridge, ipcRenderer };
  throw new Error("module not found: " + name);
};
const module = { exports: {} };
try {
  (function (require, module, exports) {${preload}
  })(required, module, module.exports);
} catch (error) { failed(error); } })();`;
}
