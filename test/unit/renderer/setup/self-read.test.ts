import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { qrMatrix, qrSize } from "../../../../renderer/kit/qr/qr.ts";
import { decodeMatrix, TEST_CARD } from "../../../../renderer/setup/self-read.ts";
import { runs } from "../../../support/random-runs.ts";

describe("the till's own scan of a code", () => {
  it("decodes the test card from the drawn modules", async () => {
    expect(await decodeMatrix(qrMatrix(TEST_CARD))).toBe(TEST_CARD);
  });

  it("decodes nothing from a code that is damaged beyond repair", async () => {
    const matrix = qrMatrix(TEST_CARD);
    const half = matrix.path
      .split("z")
      .slice(0, matrix.path.split("z").length / 3)
      .join("z");
    expect(await decodeMatrix({ ...matrix, path: `${half}z` })).toBeNull();
  });
});

describe("a public key as one code", () => {
  it.each([2048, 3072, 4096].slice(0, runs(3, 2)))("of %i bits is decoded completely", async (modulusLength) => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength });
    const pem = publicKey.export({ type: "spki", format: "pem" }).toString().trim();
    expect(await decodeMatrix(qrMatrix(pem))).toBe(pem);
  });

  it("has modules of four pixels, a millimetre, in the dialog of a 600-pixel window", () => {
    const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const matrix = qrMatrix(publicKey.export({ type: "spki", format: "pem" }).toString().trim());
    // The dialog: the window minus 14 rem for its heading, text and margins.
    const { modulePixels, side } = qrSize(matrix.size, 600 - 14 * 16, 1);
    expect(modulePixels).toBe(4);
    expect(side).toBeLessThanOrEqual(376);
  });
});
