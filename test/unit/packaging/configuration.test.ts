import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { electron as checklist } from "../../security/electron.ts";
import { fuseProblems, moduleFilter, ROOT, readConfiguration } from "../../support/builder.ts";

const CONFIGURATION = readConfiguration();
const ADDON = "node_modules/better-sqlite3";
const SERIAL = "node_modules/@serialport/bindings-cpp";

describe("electron-builder's configuration", () => {
  it("builds each platform's installer, and compiles nothing", () => {
    expect(CONFIGURATION.linux.target).toEqual(["AppImage", "deb"]);
    expect(CONFIGURATION.win.target).toEqual(["nsis"]);
    expect(CONFIGURATION.mac.target).toEqual(["dmg"]);
    expect(CONFIGURATION.npmRebuild).toBe(false);
  });

  it("never starts an AppImage without its sandbox, electron-builder's default", () => {
    expect(CONFIGURATION.appImage.executableArgs).toEqual([]);
  });

  it("registers no file type or protocol", () => {
    const everywhere = [CONFIGURATION, CONFIGURATION.linux, CONFIGURATION.win, CONFIGURATION.mac];
    for (const part of everywhere) {
      expect(part).not.toHaveProperty("fileAssociations");
      expect(part).not.toHaveProperty("protocols");
    }
  });

  it("sets every fuse, and disables the dangerous ones", () => {
    expect(fuseProblems(CONFIGURATION.electronFuses, CONFIGURATION.electronFuses)).toEqual([]);
    expect(CONFIGURATION.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      enableCookieEncryption: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false,
    });
  });

  it("pins Electron to the release whose types the shell uses", () => {
    const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
    const { electron } = read("package.json").devDependencies;
    expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(read("node_modules/electron/package.json").version).toBe(electron);
    expect(checklist.intro).toContain(`for version ${electron.split(".")[0]}`);
  });

  it("grants the program on macOS only just-in-time compilation", () => {
    const text = readFileSync(join(ROOT, CONFIGURATION.mac.entitlements), "utf8");
    expect([...text.matchAll(/<key>(.*?)<\/key>/g)].map(([, key]) => key)).toEqual(["com.apple.security.cs.allow-jit"]);
  });
});

describe("the native module", () => {
  const binaries = readdirSync(join(ROOT, ADDON, "prebuilds"));

  it.each([
    ["linux", "x64"],
    ["linux", "arm64"],
    ["win32", "x64"],
    ["win32", "arm64"],
    ["darwin", "x64"],
    ["darwin", "arm64"],
  ])("is packed on %s for %s as its one binary", (platform, arch) => {
    const isPacked = moduleFilter(CONFIGURATION, platform, arch);
    expect(binaries.filter((name) => isPacked(`${ADDON}/prebuilds/${name}`))).toEqual([`${platform}-${arch}.node`]);
  });

  it("is packed with its scripts and licence, without its sources", () => {
    const isPacked = moduleFilter(CONFIGURATION, "linux", "x64");
    for (const file of ["lib/index.js", "lib/binding.js", "lib/methods/pragma.js", "package.json", "LICENSE"]) {
      expect(existsSync(join(ROOT, ADDON, file)), file).toBe(true);
      expect(isPacked(`${ADDON}/${file}`), file).toBe(true);
    }
    for (const file of ["deps/sqlite3/sqlite3.c", "src/better_sqlite3.cpp", "binding.gyp", "deps/download.sh"]) {
      expect(existsSync(join(ROOT, ADDON, file)), file).toBe(true);
      expect(isPacked(`${ADDON}/${file}`), file).toBe(false);
    }
  });
});

describe("the native module for serial ports", () => {
  const binaries = globSync("prebuilds/**/*.node", { cwd: join(ROOT, SERIAL) });

  it.each([
    ["linux", "x64", "linux-x64/@serialport+bindings-cpp.glibc.node"],
    ["linux", "arm64", "linux-arm64/@serialport+bindings-cpp.armv8.glibc.node"],
    ["win32", "x64", "win32-x64/@serialport+bindings-cpp.node"],
    ["win32", "arm64", "win32-arm64/@serialport+bindings-cpp.armv8.node"],
    ["darwin", "x64", "darwin-x64+arm64/@serialport+bindings-cpp.node"],
    ["darwin", "arm64", "darwin-x64+arm64/@serialport+bindings-cpp.node"],
  ])("is packed on %s for %s as its one binary", (platform, arch, binary) => {
    const isPacked = moduleFilter(CONFIGURATION, platform, arch);
    expect(binaries.filter((name) => isPacked(`${SERIAL}/${name}`))).toEqual([`prebuilds/${binary}`]);
  });

  it("is packed with its scripts and licence, without its sources", () => {
    const isPacked = moduleFilter(CONFIGURATION, "linux", "x64");
    for (const file of ["dist/index.js", "dist/load-bindings.js", "package.json", "LICENSE"]) {
      expect(existsSync(join(ROOT, SERIAL, file)), file).toBe(true);
      expect(isPacked(`${SERIAL}/${file}`), file).toBe(true);
    }
    for (const file of ["src/serialport_linux.cpp", "binding.gyp", "node_modules/node-addon-api/napi.h"]) {
      expect(existsSync(join(ROOT, SERIAL, file)), file).toBe(true);
      expect(isPacked(`${SERIAL}/${file}`), file).toBe(false);
    }
  });
});

describe("the icons", () => {
  const DARK = [0x14, 0x19, 0x1f, 0xff];
  const WHITE = [0xff, 0xff, 0xff, 0xff];

  /** Returns the colour at a fraction of the width and height. */
  function colour(png: Buffer, x: number, y: number): number[] {
    const { width, height, data } = PNG.sync.read(png);
    const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
    return [...data.subarray(at, at + 4)];
  }

  it("of Linux have the sizes in their names", () => {
    const folder = join(ROOT, CONFIGURATION.linux.icon);
    const names = readdirSync(folder);
    expect(names).toContain("512x512.png");
    for (const name of names) {
      const { width, height } = PNG.sync.read(readFileSync(join(folder, name)));
      expect(`${width}x${height}.png`).toBe(name);
    }
  });

  it("are the till's: a white T on a dark tile with clear corners", () => {
    const png = readFileSync(join(ROOT, "build/icon.png"));
    expect(PNG.sync.read(png).width).toBe(512);
    expect(colour(png, 0.5, 0.35)).toEqual(WHITE);
    expect(colour(png, 0.5, 0.85)).toEqual(DARK);
    expect(colour(png, 0, 0)[3]).toBe(0);
  });

  it("of Windows include every size up to 256, the small ones as bitmaps", () => {
    const file = readFileSync(join(ROOT, CONFIGURATION.win.icon));
    expect(file.readUInt32LE(0)).toBe(0x0001_0000);
    const entries = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index;
      const offset = file.readUInt32LE(at + 12);
      return { size: file.readUInt8(at) || 256, bytes: file.subarray(offset, offset + file.readUInt32LE(at + 8)) };
    });
    expect(entries.map(({ size }) => size)).toEqual([16, 24, 32, 48, 64, 128, 256]);
    for (const { size, bytes } of entries.slice(0, -1)) {
      expect([bytes.readUInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8)]).toEqual([40, size, 2 * size]);
      // Rows from the bottom up, pixels as blue, green, red, alpha: the same points as in the PNG.
      const pixel = (x: number, y: number) => {
        const at = 40 + 4 * ((size - 1 - Math.floor(y * size)) * size + Math.floor(x * size));
        return [...bytes.subarray(at, at + 4)];
      };
      expect(pixel(0.5, 0.35)).toEqual(WHITE);
      expect(pixel(0.5, 0.85)).toEqual([0x1f, 0x19, 0x14, 0xff]);
    }
    expect(colour(entries.at(-1)?.bytes ?? Buffer.alloc(0), 0.5, 0.35)).toEqual(WHITE);
  });

  it("of macOS include every size up to 1024", () => {
    const file = readFileSync(join(ROOT, CONFIGURATION.mac.icon));
    expect(file.toString("latin1", 0, 4)).toBe("icns");
    expect(file.readUInt32BE(4)).toBe(file.length);
    const sizes: Record<string, number> = {};
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      const png = file.subarray(at + 8, at + file.readUInt32BE(at + 4));
      expect(colour(png, 0.5, 0.36)).toEqual(WHITE);
      sizes[file.toString("latin1", at, at + 4)] = PNG.sync.read(png).width;
    }
    expect(sizes).toEqual({ ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 });
  });
});
