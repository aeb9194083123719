/** Files of the page, bundled with the program: nothing is read from disk at run time. */
import cyrillic from "@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?inline";
import latinExtended from "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?inline";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline";
import cards from "./cards.css?raw";
import dom from "./dom.js?raw";
import css from "./phone.css?raw";
import page from "./phone.html?raw";
import script from "./phone.js?raw";
import screens from "./screens.js?raw";
import texts from "./texts.js?raw";

export const PAGE: string = page;

const JAVASCRIPT = "text/javascript; charset=utf-8";

const LANGUAGES = import.meta.glob<string>("./texts/*.json", { query: "?raw", import: "default", eager: true });

export const ASSETS: Readonly<Record<string, { type: string; content: string | Buffer }>> = {
  "cards.css": { type: "text/css; charset=utf-8", content: cards },
  "phone.css": { type: "text/css; charset=utf-8", content: css },
  "phone.js": { type: JAVASCRIPT, content: script },
  "screens.js": { type: JAVASCRIPT, content: screens },
  "dom.js": { type: JAVASCRIPT, content: dom },
  "texts.js": { type: JAVASCRIPT, content: texts },
  ...Object.fromEntries(
    Object.entries(LANGUAGES).map(([path, content]) => [
      path.replace("./texts/", ""),
      { type: "application/json; charset=utf-8", content },
    ]),
  ),
  "inter-cyrillic.woff2": { type: "font/woff2", content: decodeDataUrl(cyrillic) },
  "inter-latin-ext.woff2": { type: "font/woff2", content: decodeDataUrl(latinExtended) },
  "inter.woff2": { type: "font/woff2", content: decodeDataUrl(inter) },
};

function decodeDataUrl(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
