/** Accepted pictures, by the size in their headers, and their number. */
import { describe, expect, it } from "vitest";
import { MAX_PICTURE_EDGE } from "../../../../../contract/catalogue/catalogue-commands.ts";
import { openPictures } from "../../../../../main/configuration/catalogue/pictures.ts";
import { temporaryDatabase } from "../../../../support/database.ts";

/** The maximum dimensions in each format's header. */
const HEADERS: Record<string, (width: number, height: number) => Buffer> = {
  png(width, height) {
    const made = Buffer.alloc(33);
    made.write("89504e470d0a1a0a0000000d49484452", "hex");
    made.writeUInt32BE(width, 16);
    made.writeUInt32BE(height, 20);
    return made;
  },
  jpeg(width, height) {
    const frame = Buffer.from("ffc2001108000000000301220002110103110100", "hex");
    frame.writeUInt16BE(height, 5);
    frame.writeUInt16BE(width, 7);
    // Segments before the frame: an application segment, a table, and a fill byte.
    return Buffer.concat([Buffer.from("ffd8ffe00004aaaaffffc40003cc", "hex"), frame]);
  },
  lossy(width, height) {
    const chunk = Buffer.from("565038200a000000000000009d012a00000000", "hex");
    chunk.writeUInt16LE(width, 14);
    chunk.writeUInt16LE(height, 16);
    return riff(chunk.subarray(0, 18));
  },
  lossless(width, height) {
    const chunk = Buffer.from("5650384c050000002f00000000", "hex");
    chunk.writeUInt32LE((width - 1) | ((height - 1) << 14), 9);
    return riff(chunk);
  },
  extended(width, height) {
    const chunk = Buffer.from("565038580a00000000000000000000000000", "hex");
    chunk.writeUIntLE(width - 1, 12, 3);
    chunk.writeUIntLE(height - 1, 15, 3);
    return riff(chunk);
  },
};

function riff(chunk: Buffer): Buffer {
  const head = Buffer.from("524946460000000057454250", "hex");
  head.writeUInt32LE(chunk.length + 4, 4);
  return Buffer.concat([head, chunk]);
}

describe("a picture", () => {
  it.each(Object.entries(HEADERS))("in %s has a maximum number of pixels per side", (_format, header) => {
    using made = temporaryDatabase();
    const pictures = openPictures(made.database);
    const added = (width: number, height: number) => {
      const result = pictures.add(header(width, height), 0);
      return result.ok ? "added" : result.error.details.fields?.map(({ field, because }) => [field, because?.code]);
    };
    expect(added(MAX_PICTURE_EDGE, 1)).toBe("added");
    expect(added(300, MAX_PICTURE_EDGE)).toBe("added");
    expect(added(MAX_PICTURE_EDGE + 1, 1)).toEqual([["data", "field_picture_size"]]);
    expect(added(1, MAX_PICTURE_EDGE + 1)).toEqual([["data", "field_picture_size"]]);
  });

  it.each(Object.entries(HEADERS))("in %s with a truncated header is rejected", (_format, header) => {
    using made = temporaryDatabase();
    const pictures = openPictures(made.database);
    const whole = header(300, 200);
    for (let length = 0; length < 23; length += 1) {
      const result = pictures.add(whole.subarray(0, length), 0);
      expect(result).toMatchObject({ error: { details: { fields: [{ because: { code: "field_picture_data" } }] } } });
    }
  });

  it("is accepted while the total has room; a duplicate takes none", () => {
    using made = temporaryDatabase();
    const png = HEADERS.png?.(1, 1) ?? Buffer.alloc(0);
    const pictures = openPictures(made.database, 2 * png.length);
    const other = (byte: number) => Buffer.concat([png.subarray(0, -1), Buffer.from([byte])]);
    for (const byte of [1, 2, 2, 1]) expect(pictures.add(other(byte), 0)).toMatchObject({ ok: true });
    expect(pictures.add(other(3), 0)).toMatchObject({
      error: { code: "limit", details: { because: { code: "picture_room" } } },
    });
    pictures.removeUnused(new Set(), 2 * 86_400_000);
    expect(pictures.add(other(3), 0)).toMatchObject({ ok: true });
  });
});
