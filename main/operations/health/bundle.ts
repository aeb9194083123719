import { createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { SupportBundle } from "../../../contract/diagnostics/diagnostics.ts";
import { renameDurably } from "../../storage/database/durable-file.ts";
import { type BundleSources, bundleContents } from "./contents.ts";

const MAX_BUNDLES = 5;

const BUNDLE_NAME = /^till-support-[A-Z0-9]{4}-\d{8}T\d{6}Z\.zip$/;

/** The bundle would have contained a secret, which is a bug in the redactor. No file was written. */
export class LeakError extends Error {
  override readonly name = "LeakError";
}

/**
 * Creates a support bundle in a folder.
 * @param prefix the till's four characters, which identify the bundle
 * @throws LeakError, or the error of the disk
 */
export async function makeBundle(
  sources: BundleSources,
  { folder, prefix }: { folder: string; prefix: string },
): Promise<Omit<SupportBundle, "canShow" | "ticket">> {
  const files = await bundleContents(sources);
  for (const { name, text } of files) {
    if (sources.redactor.finds(text)) throw new LeakError(`${name} contains a secret`);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = bundleName(prefix, sources.now);
  const path = join(folder, name);
  const bytes = await writeZip(`${path}.part`, files, sources.now);
  renameDurably(`${path}.part`, path);
  removeOldBundles(folder);
  return { name, path, files: files.map((file) => file.name), bytes };
}

/** `till-support-K7Q2-20260302T100000Z.zip`, in UTC. */
export function bundleName(prefix: string, now: number): string {
  const timestamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  return `till-support-${prefix}-${timestamp}.zip`;
}

async function writeZip(path: string, files: { name: string; text: string }[], now: number): Promise<number> {
  const { ZipFile } = await import("yazl");
  const zip = new ZipFile();
  for (const { name, text } of files) zip.addBuffer(Buffer.from(text), name, { mode: 0o100600, mtime: new Date(now) });
  zip.end();
  const out = createWriteStream(path, { mode: 0o600, flush: true });
  try {
    await pipeline(zip.outputStream, out);
    return out.bytesWritten;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

function removeOldBundles(folder: string): void {
  const names = readdirSync(folder);
  const bundles = names.filter((name) => BUNDLE_NAME.test(name)).sort((left, right) => timeOf(right) - timeOf(left));
  const old = [...bundles.slice(MAX_BUNDLES), ...names.filter((name) => name.endsWith(".zip.part"))];
  for (const name of old) rmSync(join(folder, name), { force: true });
}

function timeOf(name: string): number {
  return Number(/-(\d{8})T(\d{6})Z/.exec(name)?.slice(1).join("") ?? 0);
}
