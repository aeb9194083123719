/**
 * Backups that store only the pages changed since an earlier backup, their base. A chain starts with a whole database.
 *
 *     4096 bytes   a line of JSON: {@link PagesHeader}, padded with spaces
 *     n × a page   the changed pages, in the order of the file
 *     n × 4 bytes  their page numbers 0, 1, 2 …, little-endian
 */
import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, fsync, fsyncSync, openSync, read, readSync, statSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";

export interface PagesHeader {
  format: 1;
  pageSize: number;
  pages: number;
  changed: number;
  entries: number;
  schema: number;
  /** SHA-256 over the SHA-256 of each megabyte of the database; checks a reassembled chain */
  state: string;
}

const HEADER_BYTES = 4096;
/** Read per step, in less than a screen frame. */
const STEP_BYTES = 1024 * 1024;

export class BrokenChainError extends Error {
  override readonly name = "BrokenChainError";
}

/** Throws BrokenChainError for any other file, or a truncated one. */
export function readPagesHeader(path: string): PagesHeader {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    readSync(file, bytes, 0, HEADER_BYTES, 0);
    const header = headerIn(bytes);
    const size = HEADER_BYTES + (header?.changed ?? 0) * ((header?.pageSize ?? 0) + 4);
    if (header === null || statSync(path).size !== size) throw new BrokenChainError(`${path} is an incomplete backup`);
    return header;
  } finally {
    closeSync(file);
  }
}

function headerIn(bytes: Buffer): PagesHeader | null {
  try {
    const header: Partial<PagesHeader> = JSON.parse(bytes.toString());
    return header.format === 1 ? (header as PagesHeader) : null;
  } catch {
    return null;
  }
}

interface Layer {
  file: number;
  header: PagesHeader;
}

/** Opens a chain: the whole database first, then its changed-pages files in order. Throws BrokenChainError. */
export function openChain(files: readonly string[]) {
  using opened = new DisposableStack();
  const open = (path: string) => {
    const file = openSync(path, "r");
    opened.defer(() => closeSync(file));
    return file;
  };
  const [base = "", ...rest] = files;
  const baseSize = statSync(base).size;
  const baseFile = open(base);
  const layers = rest.map((path): Layer => ({ header: readPagesHeader(path), file: open(path) }));
  const newest = layers.at(-1)?.header;
  const pageSize = newest?.pageSize ?? pageSizeOf(baseFile);
  if (layers.some(({ header }) => header.pageSize !== pageSize))
    throw new BrokenChainError(`the base backups of ${files.at(-1)} have a different page size`);
  const size = newest ? newest.pages * pageSize : baseSize;
  const places = pageLocations(layers, size / pageSize);
  const resources = opened.move();
  return {
    pageSize,
    size,
    /** Reads ahead on another thread, so that {@link read} does not wait for the disk. */
    prefetch: (into: Buffer, from: number) => readAsync(baseFile, into, 0, into.length, from),
    /** Fills a buffer from a page boundary. Returns the number of bytes read. */
    read(into: Buffer, from: number) {
      const length = Math.max(0, Math.min(into.length, size - from));
      // When the database shrank and grew again, a layer holds those pages.
      const baseLength = Math.max(0, Math.min(length, baseSize - from));
      readFully(baseFile, into, { length: baseLength, from });
      into.fill(0, baseLength, length);
      for (let offset = 0; offset < length; offset += pageSize) {
        const page = (from + offset) / pageSize;
        const layer = layers[(places.layer[page] ?? 0) - 1];
        if (layer === undefined) continue;
        const place = HEADER_BYTES + (places.slot[page] ?? 0) * pageSize;
        readFully(layer.file, into.subarray(offset, offset + pageSize), { length: pageSize, from: place });
      }
      return length;
    },
    [Symbol.dispose]: () => resources.dispose(),
  };
}

const readAsync = promisify(read);
const syncAsync = promisify(fsync);

/** Returns, for each page, the last layer with it (1, 2 …; 0 for none) and its slot there. */
function pageLocations(layers: readonly Layer[], pages: number): { layer: Uint16Array; slot: Uint32Array } {
  const places = { layer: new Uint16Array(pages), slot: new Uint32Array(pages) };
  for (const [index, { file, header }] of layers.entries()) {
    const list = Buffer.alloc(header.changed * 4);
    readFully(file, list, { length: list.length, from: HEADER_BYTES + header.changed * header.pageSize });
    for (let slot = 0; slot < header.changed; slot += 1) {
      const page = list.readUInt32LE(slot * 4);
      if (page >= pages) continue;
      places.layer[page] = index + 1;
      places.slot[page] = slot;
    }
  }
  return places;
}

/** Byte 16 of SQLite's header; 1 means 65536. */
function pageSizeOf(file: number): number {
  const bytes = Buffer.alloc(2);
  readFully(file, bytes, { length: 2, from: 16 });
  const size = bytes.readUInt16BE();
  return size === 1 ? 65_536 : size;
}

function readFully(file: number, into: Buffer, { length, from }: { length: number; from: number }): void {
  for (let done = 0; done < length; ) {
    const read = readSync(file, into, done, length - done, from + done);
    if (read === 0) throw new BrokenChainError("unexpected end of a backup file");
    done += read;
  }
}

/** Writes the changed pages to a temporary file and syncs it. `database` must not be written meanwhile. */
export async function writeChangedPages(
  part: string,
  { database, chain, journalState, signal }: ChangedPages & { signal?: AbortSignal | undefined },
): Promise<PagesHeader> {
  const { pageSize } = chain;
  const { size } = fstatSync(database);
  const out = openSync(part, "wx", 0o600);
  try {
    const changed: number[] = [];
    const state = createHash("sha256");
    const [now, before] = [Buffer.alloc(STEP_BYTES), Buffer.alloc(STEP_BYTES)];
    for (let from = 0; from < size; from += STEP_BYTES) {
      signal?.throwIfAborted();
      const length = Math.min(STEP_BYTES, size - from);
      await Promise.allSettled([readAsync(database, now, 0, length, from), chain.prefetch(before, from)]);
      readFully(database, now, { length, from });
      const previousPages = chain.read(before, from);
      state.update(digestOf(now.subarray(0, length)));
      for (const changedOffset of changedOffsets(
        now.subarray(0, length),
        before.subarray(0, previousPages),
        pageSize,
      )) {
        writeFully(
          out,
          now.subarray(changedOffset, changedOffset + pageSize),
          HEADER_BYTES + changed.length * pageSize,
        );
        changed.push((from + changedOffset) / pageSize);
      }
    }
    const header: PagesHeader = {
      format: 1,
      pageSize,
      pages: size / pageSize,
      changed: changed.length,
      ...journalState,
      state: state.digest("hex"),
    };
    writeFully(out, Buffer.from(Uint32Array.from(changed).buffer), HEADER_BYTES + changed.length * pageSize);
    writeFully(out, Buffer.from(JSON.stringify(header).padEnd(HEADER_BYTES)), 0);
    await syncAsync(out);
    signal?.throwIfAborted();
    return header;
  } finally {
    closeSync(out);
  }
}

export interface ChangedPages {
  database: number;
  chain: ReturnType<typeof openChain>;
  journalState: Pick<PagesHeader, "entries" | "schema">;
}

/** Returns the offsets of the pages that differ. */
function changedOffsets(now: Buffer, before: Buffer, pageSize: number): number[] {
  if (now.equals(before)) return [];
  const offsets: number[] = [];
  for (let offset = 0; offset < now.length; offset += pageSize) {
    const end = offset + pageSize;
    if (end > before.length || now.compare(before, offset, end, offset, end) !== 0) offsets.push(offset);
  }
  return offsets;
}

/** Returns a hash of a file, computed from the digests of its blocks. */
export async function stateOf(path: string, signal?: AbortSignal): Promise<string> {
  const state = createHash("sha256");
  const bytes = Buffer.alloc(STEP_BYTES);
  const file = await open(path, "r");
  try {
    for (let from = 0; ; ) {
      signal?.throwIfAborted();
      const read = await readAvailable(file, bytes, from);
      if (read > 0) state.update(digestOf(bytes.subarray(0, read)));
      if (read < STEP_BYTES) return state.digest("hex");
      from += read;
    }
  } finally {
    await file.close();
  }
}

/** Returns the number of bytes read, fewer than the buffer only at the end of the file. */
async function readAvailable(file: FileHandle, into: Buffer, from: number): Promise<number> {
  for (let done = 0; ; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, from + done);
    done += bytesRead;
    if (bytesRead === 0 || done === into.length) return done;
  }
}

function digestOf(bytes: Buffer): Buffer {
  return hash("sha256", bytes, "buffer");
}

function writeFully(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/**
 * Reassembles a chain, or only verifies it for a null target. Returns {@link PagesHeader.state}.
 * Throws BrokenChainError when a file is changed or damaged.
 */
export function assemble(files: readonly string[], target: string | null): string {
  using chain = openChain(files);
  const newest = files.at(-1) ?? "";
  const out = target === null ? null : openSync(target, "wx", 0o600);
  try {
    const state = createHash("sha256");
    const bytes = Buffer.alloc(STEP_BYTES);
    for (let from = 0; from < chain.size; from += STEP_BYTES) {
      const read = bytes.subarray(0, chain.read(bytes, from));
      state.update(digestOf(read));
      if (out !== null) writeFully(out, read, from);
    }
    const digest = state.digest("hex");
    if (files.length > 1 && digest !== readPagesHeader(newest).state)
      throw new BrokenChainError(`${newest}, or one of its base backups, is damaged`);
    if (out !== null) fsyncSync(out);
    return digest;
  } finally {
    if (out !== null) closeSync(out);
  }
}
