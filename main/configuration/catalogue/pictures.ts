/** The `picture` table: product pictures and the shop's logo, identified by SHA-256. */
import { createHash } from "node:crypto";
import { done, failed, invalidField } from "../../../contract/calls/errors.ts";
import type { Picture } from "../../../contract/catalogue/catalogue.ts";
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_EDGE,
  MAX_PICTURES_MEBIBYTES,
} from "../../../contract/catalogue/catalogue-commands.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import type { Database } from "../../storage/database/database.ts";
import { pictureSize } from "./picture-size.ts";

export type Pictures = ReturnType<typeof openPictures>;

const UNUSED_MS = 86_400_000;

/** Signatures in hexadecimal digits. */
const SIGNATURES: readonly [Picture["mediaType"], RegExp][] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  // RIFF, the file's size, WEBP.
  ["image/webp", /^52494646.{8}57454250/],
];

/** @param room for all pictures, in bytes */
export function openPictures(database: Database, room = MAX_PICTURES_MEBIBYTES * 1024 * 1024) {
  const find = database.prepare<[string], { media_type: Picture["mediaType"]; data: Buffer }>(
    "SELECT media_type, data FROM picture WHERE id = ?",
  );
  const exists = database.prepare<[string], number>("SELECT 1 FROM picture WHERE id = ?").pluck();
  const insert = database.prepare(
    `INSERT INTO picture (id, media_type, data, added_at) VALUES (@id, @mediaType, @data, @now)
     ON CONFLICT (id) DO UPDATE SET added_at = excluded.added_at`,
  );
  const usedBytes = database.prepare<[], number>("SELECT coalesce(sum(length(data)), 0) FROM picture").pluck();
  const older = database.prepare<[number], string>("SELECT id FROM picture WHERE added_at < ?").pluck();
  const remove = database.prepare("DELETE FROM picture WHERE id = ?");
  const has = (id: string) => exists.get(id) !== undefined;
  return {
    has,
    find(id: string) {
      const row = find.get(id);
      return row ? { mediaType: row.media_type, data: row.data.toString("base64") } : null;
    },
    /** Returns the id. `invalid_input`: unsupported type or size, `limit`: no room left. */
    add(data: Buffer, now: number) {
      const mediaType = data.length > MAX_PICTURE_BYTES ? null : mediaTypeOf(data);
      const size = mediaType && pictureSize(data, mediaType);
      if (size === null) return refused(reasonFor("field_picture_data"));
      if (Math.max(size.width, size.height) > MAX_PICTURE_EDGE)
        return refused(reasonFor("field_picture_size", { most: MAX_PICTURE_EDGE }));
      const id = createHash("sha256").update(data).digest("hex");
      if (!has(id) && (usedBytes.get() ?? 0) + data.length > room)
        return failed("limit", { because: reasonFor("picture_room", { most: MAX_PICTURES_MEBIBYTES }) });
      insert.run({ id, mediaType, data, now });
      return done({ picture: id });
    },
    /** Removes unused pictures after a day, because a new picture is assigned only after its upload */
    removeUnused(used: ReadonlySet<string>, now: number) {
      for (const id of older.all(now - UNUSED_MS)) if (!used.has(id)) remove.run(id);
    },
  };
}

function refused(because: Reason) {
  return failed("invalid_input", { fields: [invalidField("data", because)] });
}

function mediaTypeOf(data: Buffer): Picture["mediaType"] | null {
  const magicBytes = data.toString("hex", 0, 12);
  return SIGNATURES.find(([, signature]) => signature.test(magicBytes))?.[0] ?? null;
}
