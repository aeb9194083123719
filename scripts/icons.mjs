/**
 * `node scripts/icons.mjs`: renders renderer/icon.svg into the installers' icons under `build/`. Writes the simple
 * container formats itself, because conversion tools exist only on one platform.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onProjectNode, ROOT } from "./node.mjs";

const BUILD = join(ROOT, "build");
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Apple's type names: ic11 to ic14 and ic10 are the doubled sizes of 16, 32, 128, 256 and 512. */
const APPLE_SIZES = new Map([
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic13", 256],
  ["ic08", 256],
  ["ic14", 512],
  ["ic09", 512],
  ["ic10", 1024],
]);
/** In Apple's grid, an icon's shape fills 824 of 1024 points. */
const APPLE_FILL = 824 / 1024;

/**
 * Writes an ICNS container.
 * @param {[type: string, png: Buffer][]} images
 */
export function icns(images) {
  const blocks = images.map(([type, png]) => Buffer.concat([header(type, png.length), png]));
  const body = Buffer.concat(blocks);
  return Buffer.concat([header("icns", body.length), body]);
}

function header(type, length) {
  const bytes = Buffer.alloc(8);
  bytes.write(type, "latin1");
  bytes.writeUInt32BE(length + 8, 4);
  return bytes;
}

/**
 * Writes an ICO container.
 * @param {{size: number, bytes: Buffer}[]} images PNG, or the result of {@link bitmap}
 */
export function ico(images) {
  const directory = Buffer.alloc(6 + 16 * images.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, { size, bytes }] of images.entries()) {
    const entry = 6 + 16 * index;
    // One byte: 256 is stored as 0.
    directory.writeUInt8(size % 256, entry);
    directory.writeUInt8(size % 256, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(bytes.length, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([directory, ...images.map(({ bytes }) => bytes)]);
}

/**
 * Returns an ICO bitmap, which installers can read: 32-bit BGRA, bottom-up, with an empty mask.
 * @param {{width: number, height: number, data: Buffer}} image RGBA, top-down
 */
export function bitmap({ width, height, data }) {
  const maskRow = Math.ceil(width / 32) * 4;
  const bytes = Buffer.alloc(40 + 4 * width * height + maskRow * height);
  bytes.writeUInt32LE(40, 0);
  bytes.writeInt32LE(width, 4);
  // The height includes the mask.
  bytes.writeInt32LE(2 * height, 8);
  bytes.writeUInt16LE(1, 12);
  bytes.writeUInt16LE(32, 14);
  bytes.writeUInt32LE(4 * width * height, 20);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 4 * (y * width + x);
      const to = 40 + 4 * ((height - 1 - y) * width + x);
      bytes.writeUInt32LE(((data.readUInt32BE(from) >>> 8) | (data.readUInt8(from + 3) << 24)) >>> 0, to);
    }
  }
  return bytes;
}

async function main() {
  const { PNG } = await import("pngjs");
  const render = await renderer();
  try {
    mkdirSync(join(BUILD, "icons"), { recursive: true });
    for (const size of LINUX_SIZES) {
      writeFileSync(join(BUILD, "icons", `${size}x${size}.png`), await render(size, 1));
    }
    writeFileSync(join(BUILD, "icon.png"), await render(512, 1));
    const windows = [];
    for (const size of WINDOWS_SIZES) {
      const png = await render(size, 1);
      windows.push({ size, bytes: size < 256 ? bitmap(PNG.sync.read(png)) : png });
    }
    writeFileSync(join(BUILD, "icon.ico"), ico(windows));
    const apple = [];
    for (const [type, size] of APPLE_SIZES) apple.push([type, await render(size, APPLE_FILL)]);
    writeFileSync(join(BUILD, "icon.icns"), icns(apple));
    return 0;
  } finally {
    await render.close();
  }
}

async function renderer() {
  const { chromium } = await import("playwright");
  const { BROWSER_ARGUMENTS, requireBrowser } = await import("./tools.mjs");
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: BROWSER_ARGUMENTS });
  const svg = readFileSync(join(ROOT, "renderer", "icon.svg"), "utf8");
  const page = await browser.newPage();
  const render = async (size, fill) => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>
        body { margin: 0; display: grid; width: 100vw; height: 100vh; place-items: center }
        svg { width: ${fill * 100}%; height: ${fill * 100}% }
      </style>${svg}`,
    );
    return await page.screenshot({ omitBackground: true });
  };
  return Object.assign(render, { close: () => browser.close() });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await onProjectNode(import.meta.url, main);
