import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOptions } from "../../../sandbox/options.ts";
import { temporaryFolder } from "../../support/folder.ts";

describe("the command line", () => {
  it("has defaults for everything", () => {
    const { help, options } = readOptions([]);
    expect(help).toBe(false);
    expect(options).toMatchObject({ merchant: { id: "T001", name: "Kaffebaren Grünerløkka" } });
    expect(options.dataDir).toMatch(/sandbox-data$/);
    expect(options.port).toBeUndefined();
  });

  it("uses the given port", () => {
    expect(readOptions(["--port", "4010"]).options).toMatchObject({ port: 4010, strictPort: true });
  });

  it("names additional credentials, and the features that the service lacks", () => {
    expect(readOptions([]).further).toEqual({ merchant: null, integrator: null });
    const { further, options } = readOptions(["--second-merchant", "T002", "--integrator", "I1", "--users", "off"]);
    expect([further, options.users]).toEqual([{ merchant: "T002", integrator: "I1" }, 405]);
  });

  it("reads certificates and keys saved by PowerShell", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tls.pem");
    writeFileSync(path, "\ufeff-----BEGIN CERTIFICATE-----\r\n", "utf16le");
    const args = ["--tls-cert", path, "--tls-key", path, "--callback-ca", path];
    const text = "-----BEGIN CERTIFICATE-----\r\n";
    expect(readOptions(args).options).toMatchObject({ tls: { cert: text, key: text }, callbackCa: text });
  });

  it("selects a dialect, its media type and the service's key", () => {
    const args = [
      "--dialect",
      "hostile",
      "--dialect-seed",
      "7",
      "--media-type",
      "wallet",
      "--service-key-bits",
      "1024",
    ];
    const chosen = { dialect: "hostile", dialectSeed: 7, mediaType: "wallet", serviceKeyBits: 1024 };
    expect(readOptions(args).options).toMatchObject(chosen);
  });

  it.each([
    [["--dialect", "house"], /--dialect/],
    [["--dialect-seed", "x"], /--dialect-seed/],
    [["--media-type", "a/b"], /--media-type/],
    [["--service-key-bits", "512"], /--service-key-bits/],
    [["--users", "some"], /--users/],
    [["--second-merchant", "../x"], /--second-merchant/],
    [["--integrator", ".."], /--integrator/],
    [["--port", "99999"], /--port/],
    [["--port", "x"], /--port/],
    [["--currency", "kroner"], /--currency/],
    [["--vendor", "a b"], /--vendor/],
    [["--tls-cert", "x.pem"], /belong together/],
    [["--colour", "red"], /--colour/],
  ])("refuses %j", (args, message) => expect(() => readOptions(args)).toThrow(message));
});
