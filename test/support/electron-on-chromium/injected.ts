/** The scripts that each new document of a window gets before any of its own: one for each of its two worlds. */
import { isolatedWorld, mainWorld, worldEnd } from "./page-side.ts";
import { pack, unpack } from "./values.ts";

/** As Chromium names the world that a preload of Electron's runs in. */
export const WORLD = "Electron Isolated Context";

/** The names by which a window's process and its worlds find each other; none is the page's to know. */
export interface Names {
  secret: string;
  binding: string;
  receiver: string;
}

const SHARED = `const pack = ${pack}; const unpack = ${unpack}; const worldEnd = ${worldEnd}; const values = { pack, unpack };`;

/** For the page's own world: evaluated first. */
export function mainWorldScript({ secret }: Names): string {
  return `(() => { if (window !== window.top) return; ${SHARED}
(${mainWorld})(worldEnd(${JSON.stringify(secret)}, "main", values)); })();`;
}

/**
 * For the isolated world: the preload, in a function of its own as a sandboxed one is. Like Electron without
 * `nodeIntegrationInSubFrames` it runs in the main frame alone.
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
