/**
 * Files in places other users can write to, who may put a FIFO, a device, a link or an endless file there at any time.
 * All checks apply to the opened file, and no call blocks.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { decodeText } from "../../contract/values/text-files.ts";

/** Windows has none of these flags, and no FIFOs in folders. */
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** `none`: no file, or not a regular one. `stat` is from the time of opening. */
export type PlainFile = { is: "file"; bytes: Buffer; stat: Stats } | { is: "too_large"; stat: Stats } | { is: "none" };

const NO_FILE = new Set(["ELOOP", "EMLINK", "ENXIO", "ENOENT"]);

/** An open folder. On Linux its files are accessed through it, even when another folder takes its name. */
export type OpenFolder = Awaited<ReturnType<typeof openFolder>>;

/** Opens a folder, creating it when missing. Throws for a link or a file in its place, or a missing parent. */
export async function openFolder(path: string) {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path}: expected a folder, and found something else`);
  const handle = O_DIRECTORY === 0 ? null : await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
  const root = handle !== null && process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : path;
  return {
    names: () => readdir(root),
    /** Reads a regular file of at most `mostBytes`, off the main thread. Follows no links. Throws disk errors. */
    read: (name: string, mostBytes: number) => readPlainFile(join(root, name), mostBytes),
    async write(name: string, content: string, mode: number) {
      const temporary = join(root, `${name}.new`);
      await rm(temporary, { force: true });
      const file = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, join(root, name));
      await handle?.sync();
    },
    remove: (name: string) => rm(join(root, name)),
    [Symbol.asyncDispose]: async () => await handle?.close(),
  };
}

async function readPlainFile(path: string, mostBytes: number): Promise<PlainFile> {
  let file: FileHandle;
  try {
    if (O_NOFOLLOW === 0 && (await lstat(path)).isSymbolicLink()) return { is: "none" };
    file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (error) {
    if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? "")) return { is: "none" };
    throw error;
  }
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { is: "none" };
    if (stat.size > mostBytes) return { is: "too_large", stat };
    // One byte over the limit, because the file may have grown.
    const buffer = Buffer.alloc(mostBytes + 1);
    let length = 0;
    for (let count = 1; count > 0 && length < buffer.length; length += count) {
      count = (await file.read(buffer, length, buffer.length - length, null)).bytesRead;
    }
    return length > mostBytes ? { is: "too_large", stat } : { is: "file", bytes: buffer.subarray(0, length), stat };
  } finally {
    await file.close();
  }
}

/** Size limit, far above keys, certificates and provisioning files. */
const MAX_NAMED_BYTES = 16 * 1024 * 1024;

/** Reads a text file named by a person, in any encoding. Throws as {@link readNamedBytes}. */
export function readNamedFile(path: string): string {
  return decodeText(readNamedBytes(path), "en").text;
}

/** Reads a file named by a person. Follows links. Throws when it is not a regular file of at most `mostBytes`. */
export function readNamedBytes(path: string, mostBytes = MAX_NAMED_BYTES): Buffer {
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Error(`${path}: expected a regular file`);
    const buffer = Buffer.alloc(Math.min(stat.size, mostBytes) + 1);
    let length = 0;
    for (let count = 1; count > 0 && length < buffer.length; length += count) {
      count = readSync(file, buffer, length, buffer.length - length, null);
    }
    if (length === buffer.length)
      throw new Error(`${path}: expected a file of at most ${mostBytes} bytes that does not grow`);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
