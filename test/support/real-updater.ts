/**
 * The real electron-updater on plain Node: its classes over the stand-in for Electron, a feed over https on loopback
 * that may say something else at every request, and files that are scripts, so that a test sees which of them ran.
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

/** A release that is put under the feed's address. */
export interface Release {
  /** What the channel file says */
  says: object;
  /** The file's name, and what it holds */
  file: { name: string; bytes: Buffer };
}

export interface RealUpdater extends AsyncDisposable {
  AppImage: typeof AppImageUpdater;
  Nsis: typeof NsisUpdater;
  /** The stand-in's app, for what Electron would say to electron-updater */
  app: EventEmitter;
  /** What a release build says of its updates */
  release: { url: string; key: string };
  env: { APPIMAGE: string };
  /** A release whose file notes that it ran. @param changes to its channel file */
  make(name: string, how: { signed: boolean; version?: string; changes?: object }): Release;
  /** What the feed says at its next requests: each once, the last one again and again */
  says(...releases: Release[]): void;
  /** The paths that were asked for */
  asked: string[];
  /** The till's own file, as it is now */
  installed(): string;
  /** The files that were downloaded */
  pending(name: string): string;
  /** Which files ran, each by its release's name */
  ran(): string[];
}

// For as long as the process lives: electron-updater may ask for Electron when its test is over.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: new URL("electron-on-chromium/electron.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});

/** Makes them ready. @param extension of the files: `AppImage`, or `exe` for Windows */
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
  // What electron-updater ends here is the test's own process.
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

/** What electron-updater reads of the process. @returns puts back what was there before */
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
    // What is valid JSON is valid YAML.
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
