import { join } from "node:path";
import { crc32 } from "node:zlib";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../support/builder.ts";

interface Chunk {
  type: string;
  data: Buffer;
}

const { animatedPng, chunksOf } = (await import(join(ROOT, "scripts/animated-png.mjs"))) as {
  animatedPng(frames: { png: Buffer; ms: number }[]): Buffer;
  chunksOf(png: Buffer): Chunk[];
};

function picture(width: number, height: number, shade: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(shade);
  return PNG.sync.write(png);
}

const frames = [1, 2, 3].map((frame) => ({ png: picture(40, 30, frame * 60), ms: frame * 500 }));
const ofType = (chunks: readonly Chunk[], ...types: string[]) => chunks.filter(({ type }) => types.includes(type));

describe("an animated PNG", () => {
  it("shows its first frame in viewers without animation", () => {
    const shown = PNG.sync.read(animatedPng(frames));
    expect([shown.width, shown.height, shown.data[0]]).toEqual([40, 30, 60]);
  });

  it("has every frame's pixels with its delay, in one numbered sequence", () => {
    const chunks = chunksOf(animatedPng(frames));
    const pixels = (all: readonly Chunk[]) => ofType(all, "IDAT", "fdAT");
    const own = frames.flatMap(({ png }) => pixels(chunksOf(png)));
    expect(pixels(chunks).map(({ type, data }) => (type === "fdAT" ? data.subarray(4) : data))).toEqual(
      own.map(({ data }) => data),
    );
    expect(ofType(chunks, "fcTL").map(({ data }) => [data.readUInt16BE(20), data.readUInt16BE(22)])).toEqual([
      [500, 1000],
      [1000, 1000],
      [1500, 1000],
    ]);
    expect(ofType(chunks, "acTL")[0]?.data.readUInt32BE(0)).toBe(3);
    const numbered = ofType(chunks, "fcTL", "fdAT").map(({ data }) => data.readUInt32BE(0));
    expect(numbered).toEqual(numbered.map((_, index) => index));
  });

  it("has a correct checksum in each chunk", () => {
    const file = animatedPng(frames);
    for (let at = 8; at < file.length; ) {
      const length = file.readUInt32BE(at);
      expect(file.readUInt32BE(at + 8 + length)).toBe(crc32(file.subarray(at + 4, at + 8 + length)));
      at += 12 + length;
    }
  });

  it("requires pictures of one size", () => {
    expect(() => animatedPng([...frames, { png: picture(41, 30, 9), ms: 500 }])).toThrow("the same size");
    expect(() => animatedPng([{ png: Buffer.from("GIF89a.."), ms: 500 }])).toThrow("not a PNG");
    expect(() => animatedPng([])).toThrow("at least one frame");
  });
});
