/** How large a picture is, by its header: what its file says before anything is decoded. Pure. */
import type { Picture } from "../../../contract/catalogue.ts";

/** In pixels */
export interface PictureSize {
  width: number;
  height: number;
}

/** @returns null: the header is not whole, or is none */
export function pictureSize(data: Buffer, mediaType: Picture["mediaType"]): PictureSize | null {
  const size = readable(() => READERS[mediaType](data));
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

const READERS: Record<Picture["mediaType"], (data: Buffer) => PictureSize | null> = {
  "image/png": pngSize,
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** A file that ends too early is read beyond its end. */
function readable(read: () => PictureSize | null): PictureSize | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The first chunk is the image's header. */
function pngSize(data: Buffer): PictureSize | null {
  if (data.toString("latin1", 12, 16) !== "IHDR") return null;
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** Segments, until the one that begins a frame: SOF0 to SOF15, but not the tables (DHT, JPG, DAC) among their numbers. */
function jpegSize(data: Buffer): PictureSize | null {
  let at = 2;
  while (data.readUInt8(at) === 0xff) {
    const marker = data.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    // Any number of fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return null;
}

/** The first chunk: a lossy or a lossless image, or the extended header of what has more to it. */
function webpSize(data: Buffer): PictureSize | null {
  switch (data.toString("latin1", 12, 16)) {
    case "VP8 ":
      return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = data.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
