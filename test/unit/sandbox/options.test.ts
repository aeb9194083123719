import { describe, expect, it } from "vitest";
import { readOptions } from "../../../sandbox/options.ts";

describe("the command line", () => {
  it("has defaults for everything", () => {
    const { help, options } = readOptions([]);
    expect(help).toBe(false);
    expect(options).toMatchObject({ merchant: { id: "T001", name: "Kaffebaren Grünerløkka" } });
    expect(options.dataDir).toMatch(/sandbox-data$/);
    expect(options.port).toBeUndefined();
  });

  it("takes a port at its word", () => {
    expect(readOptions(["--port", "4010"]).options).toMatchObject({ port: 4010, strictPort: true });
  });

  it.each([
    [["--port", "99999"], /--port/],
    [["--port", "x"], /--port/],
    [["--currency", "kroner"], /--currency/],
    [["--vendor", "a b"], /--vendor/],
    [["--tls-cert", "x.pem"], /belong together/],
    [["--colour", "red"], /--colour/],
  ])("refuses %j", (args, message) => expect(() => readOptions(args)).toThrow(message));
});
