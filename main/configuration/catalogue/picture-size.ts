/** Reads a picture's size from its header, without decoding it. Pure. */
import type { Picture } from "../../../contract/catalogue/catalogue.ts";

export interface PictureSize {
  width: number;
  height: number;
}

/** Returns null for an incomplete or invalid header. */
export function pictureSize(data: Buffer, mediaType: Picture["mediaType"]): PictureSize | null {
  const size = readable(() => READERS[mediaType](data));
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

const READERS: Record<Picture["mediaType"], (data: Buffer) => PictureSize | null> = {
  "image/png": pngSize,
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** A truncated file causes a RangeError. */
function readable(read: () => PictureSize | null): PictureSize | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngSize(data: Buffer): PictureSize | null {
  if (data.toString("latin1", 12, 16) !== "IHDR") return null;
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** Reads segments up to a frame: SOF0 to SOF15, except the tables (DHT, JPG, DAC) in that range. */
function jpegSize(data: Buffer): PictureSize | null {
  let offset = 2;
  while (data.readUInt8(offset) === 0xff) {
    const marker = data.readUInt8(offset + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: data.readUInt16BE(offset + 5), width: data.readUInt16BE(offset + 7) };
    // Fill bytes may precede a marker.
    offset += marker === 0xff ? 1 : 2 + data.readUInt16BE(offset + 2);
  }
  return null;
}

/** The first chunk is a lossy or lossless image, or an extended header. */
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
