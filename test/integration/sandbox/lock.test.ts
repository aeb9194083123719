import { describe, expect, it } from "vitest";
import { startSandbox } from "../../../sandbox/service.ts";
import { temporaryFolder } from "../../support/folder.ts";

describe("the sandbox", () => {
  it("refuses a folder that another running sandbox uses", async () => {
    using folder = temporaryFolder();
    const first = await startSandbox({ dataDir: folder.path });
    await expect(startSandbox({ dataDir: folder.path })).rejects.toThrow(/in use by another sandbox/);
    await first.close();
    await (await startSandbox({ dataDir: folder.path })).close();
  });
});
