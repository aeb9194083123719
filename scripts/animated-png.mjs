/** Creates an animated PNG (APNG, PNG third edition) from pictures of the same size and format. */
import { crc32 } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/**
 * @param {{ png: Buffer, ms: number }[]} frames with their durations
 * @returns {Buffer} an endless animation; viewers without support show the first frame
 */
export function animatedPng(frames) {
  const [first, ...later] = frames.map(({ png, ms }) => ({ chunks: chunksOf(png), ms }));
  if (!first) throw new Error("An animation needs at least one frame.");
  const header = dataOf(first, "IHDR");
  if (later.some((frame) => !dataOf(frame, "IHDR").equals(header))) {
    throw new Error("All frames must have the same size and format.");
  }
  let sequence = 0;
  const control = ({ ms }) => chunk("fcTL", numbers(sequence++, width(header), height(header), 0, 0), delay(ms));
  const shown = [control(first), ...pixels(first).map((data) => chunk("IDAT", data))];
  for (const frame of later) {
    shown.push(control(frame), ...pixels(frame).map((data) => chunk("fdAT", numbers(sequence++), data)));
  }
  const animation = chunk("acTL", numbers(frames.length, 0));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), animation, ...shown, chunk("IEND")]);
}

/** @param {Buffer} png @returns {{ type: string, data: Buffer }[]} */
export function chunksOf(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error("A frame is not a PNG.");
  const chunks = [];
  for (let offset = 8; offset < png.length; ) {
    const length = png.readUInt32BE(offset);
    chunks.push({
      type: png.toString("latin1", offset + 4, offset + 8),
      data: png.subarray(offset + 8, offset + 8 + length),
    });
    offset += 12 + length;
  }
  return chunks;
}

const dataOf = (frame, type) => frame.chunks.find((chunk) => chunk.type === type)?.data ?? Buffer.alloc(0);
const pixels = (frame) => frame.chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
const width = (header) => header.readUInt32BE(0);
const height = (header) => header.readUInt32BE(4);

/** The duration as a fraction of a second, then flags: keep the frame, and replace the previous one. */
function delay(ms) {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(ms, 0);
  bytes.writeUInt16BE(1000, 2);
  return bytes;
}

function numbers(...values) {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function chunk(type, ...parts) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), ...parts]);
  return Buffer.concat([numbers(body.length - 4), body, numbers(crc32(body))]);
}
