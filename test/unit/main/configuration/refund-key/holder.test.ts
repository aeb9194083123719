import { createPrivateKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Operation, OperationState } from "../../../../../contract/payments/views.ts";
import { createHolder } from "../../../../../main/configuration/refund-key/holder.ts";
import { throwawayKeyPair } from "../../../../../sandbox/keys.ts";

const key = createPrivateKey(throwawayKeyPair("till").privatePem);
const inState = (id: string, state: OperationState) => ({ operations: [{ id, state } as Operation] });

describe("an unlocked key", () => {
  it("is available to one operation, for the approved command, while it runs", async () => {
    const holder = createHolder();
    const later = Promise.withResolvers<void>();
    let straggler = Promise.resolve(true);
    await holder.during(key, async () => {
      straggler = later.promise.then(() => holder.isUnlocked());
      expect(holder.isUnlocked()).toBe(true);
      await Promise.resolve();
      holder.assignTo("one");
      expect(holder.isUnlocked()).toBe(false);
      holder.assignTo("two");
    });
    holder.assignTo("three");
    expect(holder.heldFor()).toEqual(["one"]);
    expect(holder.keyFor("one")).toBe(key);
    later.resolve();
    expect(await straggler).toBe(false);
  });

  it("is locked again when the command does not use it, or fails", async () => {
    const holder = createHolder();
    await expect(holder.during(key, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect([holder.isUnlocked(), holder.heldFor()]).toEqual([false, []]);
  });

  it.each<[OperationState, boolean]>([
    ["queued", true],
    ["sending", true],
    ["done", false],
    ["refused", false],
    ["attention", false],
  ])("of an operation in state %s is kept: %s", async (state, stays) => {
    const holder = createHolder();
    await holder.during(key, async () => holder.assignTo("one"));
    holder.follow(inState("another", "done"));
    expect(holder.heldFor()).toEqual(["one"]);
    holder.follow(inState("one", state));
    expect(holder.keyFor("one") !== null).toBe(stays);
    holder.close();
    expect(holder.heldFor()).toEqual([]);
  });
});
