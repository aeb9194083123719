import { describe, expect, it } from "vitest";
import { MIGRATIONS, NEWEST_VERSION } from "../../../../../main/storage/database/migrations.ts";

describe("the migrations", () => {
  it("are numbered 1, 2, 3 … without a gap, so a file of any version can be upgraded", () => {
    const versions = MIGRATIONS.map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: MIGRATIONS.length }, (_, at) => at + 1));
    expect(NEWEST_VERSION).toBe(MIGRATIONS.length);
  });
});
