import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOptions } from "../../../ledger/options.ts";
import { scramVerifier } from "../../../ledger/tills.ts";
import { temporaryFolder } from "../../support/folder.ts";

const URL_OPTION = ["--url", "postgres://a@127.0.0.1/l"];

describe("the ledger's command line", () => {
  it("reads the id after the command's words", () => {
    const read = readOptions(["till", "add", "k-1", "--shop", "Vika", ...URL_OPTION], {});
    expect(read).toMatchObject({ name: "till add", ids: ["k-1"], shop: "Vika", replaces: null, json: false });
  });

  it("reads the address from the environment, which process lists do not show", () => {
    expect(readOptions(["init"], { TILL_LEDGER_URL: "postgres://a@127.0.0.1/l" }).url).toBe("postgres://a@127.0.0.1/l");
  });

  it("reads certificates saved by PowerShell", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "ca.pem");
    const pem = "-----BEGIN CERTIFICATE-----\r\nAAAA\r\n-----END CERTIFICATE-----\r\n";
    writeFileSync(path, `\ufeff${pem}`, "utf16le");
    expect(readOptions(["init", "--ca-file", path, ...URL_OPTION], {}).ca).toBe(pem);
  });

  it.each([
    [["init"], "--url: expected an address like"],
    [["init", "--url", "postgres://a@db.example/l?sslmode=disable"], "--url: expected TLS"],
    [["init", "more", ...URL_OPTION], 'unexpected argument "more"'],
    [["till", "add", ...URL_OPTION], "till add: expected the till's id"],
    [["till", "sell", ...URL_OPTION], '"till sell": expected one of init, till add'],
    [["report", "--day", "today", ...URL_OPTION], "--day: expected a day"],
    [["report", "--day", "2026-02-30", ...URL_OPTION], "--day: expected a day"],
    [["demo", "more"], 'unexpected argument "more"'],
    [["reconcile", ...URL_OPTION], "--service: expected a provisioning file"],
    [["settlement", ...URL_OPTION], "settlement: expected the file after it"],
    [["settings", "publish", "f.json", "--key", "k.pem", ...URL_OPTION], "--for: expected all, shop:NAME"],
    [["settings", "publish", "f.json", "--for", "all", ...URL_OPTION], "--key: expected the file"],
    [["settings", "keys"], "settings keys: expected the file after it"],
    [["init", "--ca-file", "/nowhere", ...URL_OPTION], "--ca-file: expected a readable PEM file"],
  ])("refuses %s", (args, problem) => {
    expect(() => readOptions(args, {})).toThrow(problem);
  });
});

it("a password's verifier matches RFC 7677", () => {
  // Section 3's example: user "user", password "pencil"; its salt, and the keys behind its proof and signature.
  const verifier = scramVerifier("pencil", Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64"));
  expect(verifier).toBe(
    "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
  );
});
