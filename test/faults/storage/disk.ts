/**
 * A disk that loses unsynced data in a power cut. Any of a file's writes since its last sync may survive, in any order,
 * and may be cut at a sector. A new name certainly survives once its folder was synced.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SeededRandom } from "../../support/seeded-random.ts";
import type { FileEvent } from "./trace.ts";

const SECTOR = 512;

type Change = Extract<FileEvent, { do: "write" | "truncate" }>;

interface Inode {
  durable: Buffer;
  pending: Change[];
}

type Names = Map<string, Inode>;
type NameChange = { path: string; become(names: Names): void };

export interface Disk {
  apply(event: FileEvent): void;
  /** Writes a possible state after a power cut now into `target`. */
  cut(target: string, random: SeededRandom): void;
}

/** Creates a disk with a folder's current content. */
export function diskOf(folder: string): Disk {
  const durable: Names = new Map(
    filesIn(folder).map((path) => [path, { durable: readFileSync(path), pending: [] }] as const),
  );
  const names: Names = new Map(durable);
  let changes: NameChange[] = [];

  const inodeAt = (path: string): Inode => {
    const known = names.get(path);
    if (known) return known;
    const made: Inode = { durable: Buffer.alloc(0), pending: [] };
    rename(path, (map) => map.set(path, made));
    return made;
  };
  const rename = (path: string, become: NameChange["become"]) => {
    become(names);
    changes.push({ path, become });
  };
  const settle = (settled: (change: NameChange) => boolean) => {
    for (const change of changes.filter(settled)) change.become(durable);
    changes = changes.filter((change) => !settled(change));
  };

  return {
    apply(event) {
      if (event.do === "write" || event.do === "truncate") inodeAt(event.path).pending.push(event);
      if (event.do === "remove") rename(event.path, (map) => map.delete(event.path));
      if (event.do === "rename") {
        const inode = inodeAt(event.path);
        rename(event.to, (map) => map.delete(event.path) && map.set(event.to, inode));
      }
      if (event.do !== "sync") return;
      const inode = names.get(event.path);
      if (!inode) return settle(({ path }) => dirname(path) === event.path);
      inode.durable = contentOf(inode.durable, inode.pending);
      inode.pending = [];
      // A synced file is found under its original name.
      settle(({ path }) => path === event.path);
    },
    cut(target, random) {
      const there: Names = new Map(durable);
      for (const { become } of changes.slice(0, random.between(0, changes.length))) become(there);
      const mood = random.pick(["nothing", "everything", "some", "some"] as const);
      for (const [path, { durable: content, pending }] of there) {
        const survived = mood === "nothing" ? [] : mood === "everything" ? pending : someOf(pending, random);
        const file = join(target, path.slice(folder.length));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, contentOf(content, survived));
      }
    },
  };
}

function contentOf(before: Buffer, changes: readonly Change[]): Buffer {
  let content = before;
  for (const change of changes) {
    if (change.do === "truncate") {
      content = resized(content, change.size);
      continue;
    }
    const { offset, data } = change;
    if (content === before || content.length < offset + data.length) {
      content = Buffer.from(resized(content, Math.max(content.length, offset + data.length)));
    }
    data.copy(content, offset);
  }
  return content;
}

function resized(content: Buffer, size: number): Buffer {
  return size <= content.length
    ? content.subarray(0, size)
    : Buffer.concat([content, Buffer.alloc(size - content.length)]);
}

/** Each write is complete, missing or torn: its first, last or any of its sectors. */
function someOf(pending: readonly Change[], random: SeededRandom): Change[] {
  return pending.flatMap((change): Change[] => {
    const roll = random.next();
    if (roll < 0.35) return [];
    if (roll < 0.7 || change.do === "truncate") return [change];
    const { path, offset, data } = change;
    const sectors = Math.ceil(data.length / SECTOR);
    return Array.from({ length: sectors }, (_, sector) => sector)
      .filter(() => random.chance(0.5))
      .map((sector) => ({
        do: "write",
        path,
        offset: offset + sector * SECTOR,
        data: data.subarray(sector * SECTOR, (sector + 1) * SECTOR),
      }));
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith("-shm"));
}
