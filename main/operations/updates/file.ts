/** The downloaded file of an update, identified by its SHA-512. */
import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  fchmodSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { renameDurably } from "../../storage/database/durable-file.ts";

export interface ComparedFile {
  path: string;
  sha512: string;
}

/** Returns the SHA-512 (base64) of a file without blocking the till. */
export async function sha512Of(path: string): Promise<string> {
  const hash = createHash("sha512");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64");
}

/** Returns whether the file is unchanged. Synchronous, so no change can occur before its use. @throws if unreadable */
export function isUnchanged({ path, sha512 }: ComparedFile): boolean {
  const hash = createHash("sha512");
  readThrough(path, hash);
  return hash.digest("base64") === sha512;
}

/**
 * Replaces a file by a copy. Writes the same bytes that were compared, so a concurrent change cannot slip in. The
 * target is replaced atomically.
 * @throws if the content differs, or on a read or write error; the target is then unchanged
 */
export function replaceFile(file: ComparedFile, place: string): void {
  const target = realpathSync(place);
  const newPath = join(dirname(target), `.${basename(target)}.new`);
  try {
    copyCompared(file, newPath);
    renameDurably(newPath, target);
  } catch (error) {
    rmSync(newPath, { force: true });
    throw error;
  }
  rmSync(file.path, { force: true });
}

function copyCompared({ path, sha512 }: ComparedFile, to: string): void {
  // Remove the leftover of an interrupted run. The next line fails if the path exists again.
  rmSync(to, { force: true });
  const out = openSync(to, "wx", 0o600);
  try {
    const hash = createHash("sha512");
    readThrough(path, hash, (chunk) => writeAll(out, chunk));
    if (hash.digest("base64") !== sha512) throw new Error("the file changed after its verification");
    fchmodSync(out, 0o755);
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
}

function writeAll(out: number, chunk: Buffer): void {
  for (let done = 0; done < chunk.length; ) done += writeSync(out, chunk, done);
}

function readThrough(path: string, hash: Hash, take?: (chunk: Buffer) => void): void {
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.alloc(1 << 20);
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
      const chunk = buffer.subarray(0, count);
      hash.update(chunk);
      take?.(chunk);
    }
  } finally {
    closeSync(file);
  }
}
