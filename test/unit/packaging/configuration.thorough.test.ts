/** electron-builder's own word on the configuration: loading its schema takes longer than all that reads the file. */
import { describe, expect, it } from "vitest";
import { readConfiguration, validate } from "../../support/builder.ts";

const CONFIGURATION = readConfiguration();

describe("electron-builder's configuration", () => {
  it("passes electron-builder's own schema", async () => {
    await expect(validate(CONFIGURATION)).resolves.toBeUndefined();
  });

  it("would not pass it with a misspelt option", async () => {
    await expect(validate({ ...CONFIGURATION, asarUnpak: [] })).rejects.toThrow("asarUnpak");
    const electronFuses = { ...CONFIGURATION.electronFuses, runAsNod: false };
    await expect(validate({ ...CONFIGURATION, electronFuses })).rejects.toThrow("electronFuses");
  });
});
