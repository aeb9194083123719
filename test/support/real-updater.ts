/**
 * The real electron-updater on plain Node, on the stand-in for Electron. Its feed runs on https on loopback and may
 * answer each request differently. Its files are scripts, so a test sees which of them ran.
 */
import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, globalAgent } from "node:https";
import { createRequire, registerHooks } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { AppImageUpdater, NsisUpdater } from "electron-updater";
import { signOffer } from "../../main/operations/updates/offer.ts";
import { selfSigned } from "./certificate.ts";
import { temporaryFolder } from "./folder.ts";
import { RELEASE } from "./update-feed.ts";

/** A release published at the feed's address. */
export interface Release {
  /** Content of the channel file */
  says: object;
  /** Name and content of the file */
  file: { name: string; bytes: Buffer };
}

export interface RealUpdater extends AsyncDisposable {
  AppImage: typeof AppImageUpdater;
  Nsis: typeof NsisUpdater;
  /** The stand-in's app, for events that electron-updater receives from Electron */
  app: EventEmitter;
  /** Update settings of a release build */
  release: { url: string; key: string };
  env: { APPIMAGE: string };
  /** Makes a release whose file records that it ran. @param changes to its channel file */
  make(name: string, how: { signed: boolean; version?: string; changes?: object }): Release;
  /** Sets the feed's next responses: each is sent once, the last one repeatedly */
  says(...releases: Release[]): void;
  asked: string[];
  /** Current content of the till's own file */
  installed(): string;
  /** Downloaded files */
  pending(name: string): string;
  /** Files that ran, by release name */
  ran(): string[];
}

// Stays for the life of the process: electron-updater may import Electron after its test has ended.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: new URL("electron-on-chromium/electron.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

/** Creates an updater. @param extension of the files: `AppImage`, or `exe` for Windows */
export async function realUpdater(extension: "AppImage" | "exe" = "AppImage"): Promise<RealUpdater> {
  const folder = temporaryFolder();
  const at = (...parts: string[]) => join(folder.path, ...parts);
  const runs = at("ran");
  const appImage = at("till.AppImage");
  writeFileSync(appImage, "#!/bin/sh\n# the till of today\n");
  chmodSync(appImage, 0o755);
  mkdirSync(at("resources"));
  writeFileSync(at("resources", "app-update.yml"), "updaterCacheDirName: till-updater\n");
  const restore = surroundings({ resources: at("resources"), cache: at("cache"), folder: folder.path, appImage });
  const feed = await serveFeed();
  const load = createRequire(import.meta.url);
  const { app } = load("electron");
  app.entryEvaluated();
  app.isPackaged = true;
  // Prevents electron-updater from ending the test's own process.
  app.quit = () => undefined;
  const { AppImageUpdater: AppImage, NsisUpdater: Nsis } = load("electron-updater");
  return {
    ...{ AppImage, Nsis, app, asked: feed.asked, says: feed.says, env: { APPIMAGE: appImage } },
    release: { url: feed.url, key: RELEASE.publicKey.export({ type: "spki", format: "pem" }).toString() },
    make(name, { signed, version = "1.1.0", changes = {} }) {
      const bytes = Buffer.from(`#!/bin/sh\necho ${name} >> ${runs}\n`);
      const file = { name: `till-${version}-${name}.${extension}`, bytes };
      const files = [{ url: file.name, sha512: createHash("sha512").update(bytes).digest("base64") }];
      const signature = signed ? signOffer({ version, databaseVersion: 100, files }, RELEASE.privateKey) : undefined;
      const says = {
        version,
        files,
        releaseDate: "2026-03-01T00:00:00.000Z",
        vendor: { databaseVersion: 100, signature },
      };
      return { says: { ...says, ...changes }, file };
    },
    installed: () => readFileSync(appImage, "utf8"),
    pending: (name) => at("cache", "till-updater", "pending", name),
    ran: () => (existsSync(runs) ? readFileSync(runs, "utf8").trim().split("\n") : []),
    async [Symbol.asyncDispose]() {
      restore();
      await feed.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Sets the process state that electron-updater reads. @returns a function that restores it */
function surroundings(paths: { resources: string; cache: string; folder: string; appImage: string }): () => void {
  const env = { APPIMAGE: paths.appImage, XDG_CACHE_HOME: paths.cache, STAND_IN_FOLDER: paths.folder };
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  Object.assign(process, { resourcesPath: paths.resources });
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

async function serveFeed() {
  const identity = selfSigned();
  let queue: Release[] = [];
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer(identity, (request, response) => {
    const path = new URL(request.url ?? "/", "https://feed").pathname;
    asked.push(path);
    response.setHeader("Connection", "close");
    if (!path.endsWith(".yml")) return void response.end(files.get(path.slice(1)));
    const release = queue.length > 1 ? queue.shift() : queue[0];
    if (release === undefined) return void response.writeHead(503).end();
    files.set(release.file.name, release.file.bytes);
    // Valid JSON is valid YAML.
    return void response.end(JSON.stringify(release.says));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { ca } = globalAgent.options;
  globalAgent.options.ca = identity.cert;
  return {
    asked,
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    says(...releases: Release[]) {
      queue = releases;
    },
    async close() {
      globalAgent.options.ca = ca;
      globalAgent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
