import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { renameDurably } from "../../storage/database/durable-file.ts";

/** A file that gets its final name only after all its content is on disk. */
export type FileSink = ReturnType<typeof openSink>;

const CHUNK_BYTES = 256 * 1024;

/** Opens a file for writing. Only the current user can read it. */
export function openSink(path: string) {
  const temporaryPath = `${path}.new`;
  const hash = createHash("sha256");
  let file: number | null = openSync(temporaryPath, "w", 0o600);
  let buffered: string[] = [];
  let bufferedChars = 0;
  let bytes = 0;
  const flush = () => {
    if (file === null || buffered.length === 0) return;
    const chunk = Buffer.from(buffered.join(""));
    for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written);
    hash.update(chunk);
    bytes += chunk.length;
    buffered = [];
    bufferedChars = 0;
  };
  return {
    write(text: string) {
      buffered.push(text);
      bufferedChars += text.length;
      if (bufferedChars >= CHUNK_BYTES) flush();
    },
    finish(): { bytes: number; sha256: string } {
      flush();
      if (file !== null) {
        fsyncSync(file);
        closeSync(file);
        file = null;
        renameDurably(temporaryPath, path);
      }
      return { bytes, sha256: hash.digest("hex") };
    },
    abandon() {
      if (file === null) return;
      closeSync(file);
      file = null;
      rmSync(temporaryPath, { force: true });
    },
  };
}
