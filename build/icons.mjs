/** `node build/icons.mjs`: renders renderer/icon.svg into the installers' icons under `build/`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onProjectNode, ROOT } from "../scripts/node.mjs";

const BUILD = join(ROOT, "build");
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Apple's type names: ic11 to ic14 and ic10 are the doubled sizes of 16, 32, 128, 256 and 512. */
const APPLE_SIZES = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };
/** In Apple's grid, an icon's shape fills 824 of 1024 points. */
const APPLE_FILL = 824 / 1024;

await onProjectNode(import.meta.url, async () => {
  const { IconIcns, IconIco } = await import("@shockpkg/icon-encoder");
  const { chromium } = await import("playwright");
  const { BROWSER_ARGUMENTS, requireBrowser } = await import("../scripts/tools.mjs");
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_ARGUMENTS });
  try {
    const page = await browser.newPage();
    mkdirSync(join(BUILD, "icons"), { recursive: true });
    for (const size of LINUX_SIZES)
      writeFileSync(join(BUILD, "icons", `${size}x${size}.png`), await render(page, size));
    writeFileSync(join(BUILD, "icon.png"), await render(page, 512));
    const windows = new IconIco();
    // Small ones as bitmaps, which installers can read.
    for (const size of WINDOWS_SIZES) await windows.addFromPng(await render(page, size), size === 256, true);
    writeFileSync(join(BUILD, "icon.ico"), windows.encode());
    const apple = new IconIcns();
    for (const [type, size] of Object.entries(APPLE_SIZES))
      await apple.addFromPng(await render(page, size, APPLE_FILL), [type], true);
    writeFileSync(join(BUILD, "icon.icns"), apple.encode());
    return 0;
  } finally {
    await browser.close();
  }
});

/** @returns {Promise<Buffer>} the icon as a PNG; its shape fills a part of the picture */
async function render(page, size, fill = 1) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>
      body { margin: 0; display: grid; width: 100vw; height: 100vh; place-items: center }
      svg { width: ${fill * 100}%; height: ${fill * 100}% }
    </style>${readFileSync(join(ROOT, "renderer", "icon.svg"), "utf8")}`,
  );
  return await page.screenshot({ omitBackground: true });
}
