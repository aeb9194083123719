import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readOfficeOptions } from "../../../../ledger/office/options.ts";
import { temporaryFolder } from "../../../support/folder.ts";

const URL_OPTION = ["--url", "postgres://reader@127.0.0.1/chain"];
const folder = temporaryFolder();
const [good, short] = [join(folder.path, "good"), join(folder.path, "short")];
writeFileSync(good, `${"t".repeat(32)}\n`);
writeFileSync(short, "t".repeat(31));

afterAll(() => folder[Symbol.dispose]());

const read = (...args: string[]) => readOfficeOptions([...URL_OPTION, ...args], {});

describe("the office's command line", () => {
  it("accepts the ledger's address from the environment, and any free port", () => {
    const options = readOfficeOptions([], { TILL_LEDGER_URL: "postgres://reader@127.0.0.1/chain" });
    expect(options).toEqual({ help: false, url: "postgres://reader@127.0.0.1/chain", ca: null, port: 0, proxy: null });
  });

  it("accepts a proxy's address with its token", () => {
    expect(read("--public-url", "https://office.example", "--token-file", good, "--port", "8090")).toMatchObject({
      port: 8090,
      proxy: { origin: "https://office.example", token: "t".repeat(32) },
    });
  });

  it("reads a token file saved by Notepad or PowerShell", () => {
    const saved = join(folder.path, "saved");
    for (const encoding of ["utf8", "utf16le"] as const) {
      writeFileSync(saved, `\ufeff${"t".repeat(32)}\r\n`, encoding);
      const { proxy } = read("--public-url", "https://office.example", "--token-file", saved);
      expect(proxy?.token, encoding).toBe("t".repeat(32));
    }
  });

  it.each([
    [["--port", "65536"], "--port: expected 0 to 65535"],
    [["--port", "-1"], "--port"],
    [["--public-url", "https://office.example"], "--token-file: required with --public-url"],
    [["--token-file", good], "--public-url: required with --token-file"],
    [
      ["--public-url", "http://office.example", "--token-file", good],
      "--public-url: expected an address like https://",
    ],
    [["--public-url", "https://office.example/page", "--token-file", good], "--public-url: expected"],
    [["--public-url", "https://me@office.example/", "--token-file", good], "--public-url: expected"],
    [["--public-url", "https://office.example", "--token-file", short], "--token-file: expected a readable file"],
    [["--public-url", "https://office.example", "--token-file", "none"], "--token-file: expected a readable file"],
  ])("states the expected value instead of %j", (args, expected) => {
    expect(() => read(...args)).toThrow(expected);
  });

  it("requires the ledger's address", () => {
    expect(() => readOfficeOptions([], {})).toThrow("--url: expected");
  });
});
