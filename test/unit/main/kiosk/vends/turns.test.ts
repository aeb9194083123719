import { describe, expect, it } from "vitest";
import { createTurns } from "../../../../../main/kiosk/vends/runner.ts";

describe("limited concurrency", () => {
  it("runs a fixed number of tasks at once, and the newest waiting task first", async () => {
    const turns = createTurns(2);
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) =>
      turns(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const all = ["a", "b", "c", "d"].map(work);
    expect(begun).toEqual(["a", "b"]);
    ends.get("a")?.();
    await all[0];
    expect(begun).toEqual(["a", "b", "d"]);
    ends.get("d")?.();
    await all[3];
    expect(begun).toEqual(["a", "b", "d", "c"]);
    for (const end of ends.values()) end();
    await Promise.all(all);
  });

  it("continues after a task that fails", async () => {
    const turns = createTurns(1);
    const failing = turns(() => Promise.reject(new Error("no")));
    const next = turns(async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
