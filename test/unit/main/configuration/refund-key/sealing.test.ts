import { createPrivateKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  openRefundKey,
  sealedKeyId,
  sealRefundKey,
  unwrap,
  wrapFor,
} from "../../../../../main/configuration/refund-key/sealing.ts";
import { throwawayKeyPair } from "../../../../../sandbox/keys.ts";

const key = createPrivateKey(throwawayKeyPair("till").privatePem);
const KARI = { person: "kari", pin: "702914", pepper: { secret: "pepper-of-this-vault" } };

describe("a sealed refund key", () => {
  it("is opened only by its PIN with the vault's pepper", async () => {
    const { id, sealed, wrappingKey } = sealRefundKey(key);
    const wrap = await wrapFor(wrappingKey, { ...KARI, keyId: id });
    const opened = await unwrap(wrap, KARI.pin, KARI.pepper);
    expect(openRefundKey(sealed, opened ?? Buffer.alloc(32))?.equals(key)).toBe(true);
    const denied = await Promise.all([
      unwrap(wrap, "702915", KARI.pepper),
      unwrap(wrap, KARI.pin, { secret: "another pepper" }),
      unwrap({ ...wrap, person: "ola" }, KARI.pin, KARI.pepper),
      unwrap({ ...wrap, keyId: "another" }, KARI.pin, KARI.pepper),
      unwrap({ ...wrap, wrapped: "" }, KARI.pin, KARI.pepper),
    ]);
    expect(denied).toEqual([null, null, null, null, null]);
  });

  it("is not opened by another wrapping key, nor after a changed bit", () => {
    const { id, sealed, wrappingKey } = sealRefundKey(key);
    expect(sealedKeyId(sealed)).toBe(id);
    expect(openRefundKey(sealed, sealRefundKey(key).wrappingKey)).toBeNull();
    expect(openRefundKey(sealed.replace(id, [...id].reverse().join("")), wrappingKey)).toBeNull();
    for (const broken of ["", "{}", "null"]) {
      expect(openRefundKey(broken, wrappingKey)).toBeNull();
      expect(sealedKeyId(broken)).toBeNull();
    }
  });
});
