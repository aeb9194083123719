/** Validates the configuration with electron-builder's own schema, which is too slow to load in the other tests. */
import { describe, expect, it } from "vitest";
import { readConfiguration, validate } from "../../support/builder.ts";

const CONFIGURATION = readConfiguration();

describe("electron-builder's configuration", () => {
  it("passes electron-builder's own schema", async () => {
    await expect(validate(CONFIGURATION)).resolves.toBeUndefined();
  });

  it("would fail it with a misspelt option", async () => {
    await expect(validate({ ...CONFIGURATION, asarUnpak: [] })).rejects.toThrow("asarUnpak");
    const electronFuses = { ...CONFIGURATION.electronFuses, runAsNod: false };
    await expect(validate({ ...CONFIGURATION, electronFuses })).rejects.toThrow("electronFuses");
  });
});
