/** Provisioning and keys as saved by Notepad, PowerShell and other Windows editors. */
import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAsUtf8, readProvisioning } from "../../../../../main/configuration/settings/provision.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

/** Names with their bytes in the code page: Node lacks an encoder for two of them. */
const NAMES = {
  "nb-NO": ["Åses kjøkken", Buffer.from("Åses kjøkken", "latin1")],
  "pl-PL": ["Żabka Łódź", Buffer.from([0xaf, 0x61, 0x62, 0x6b, 0x61, 0x20, 0xa3, 0xf3, 0x64, 0x9f])],
  "uk-UA": ["Їжа", Buffer.from([0xaf, 0xe6, 0xe0])],
} as const;

const content = (name: string, locale = "nb-NO") => ({
  service: {
    baseUrl: "https://pay.example/",
    merchant: "T001",
    user: "till",
    auth: { scheme: "RSA-SHA256", privateKeyFile: "key.pem" },
    testbedToken: "testbed-token-value",
    publicKeyFile: "service.pem",
  },
  pos: { id: "counter-1", name, type: "store" },
  currency: "NOK",
  locale,
  staff: { managerPin: "481516" },
});

const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const notepad = (text: string) => Buffer.from(`\ufeff${crlf(text)}`, "utf8");
const powerShell = (text: string) => Buffer.from(`\ufeff${crlf(text)}`, "utf16le");
const bigEndian = (text: string) => Buffer.from(`\ufeff${crlf(text)}`, "utf16le").swap16();

/** Reads provisioning whose keys use the same encoding. */
function read(bytes: Buffer, save: (text: string) => Buffer = (text) => Buffer.from(text)) {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "key.pem"), save(privateKey));
  writeFileSync(join(folder.path, "service.pem"), save(publicKey));
  const path = join(folder.path, "till.json");
  writeFileSync(path, bytes);
  const result = readProvisioning(path);
  if (result.ok) return result.value;
  return result.problems.map(({ field, expected }) => [field === path ? "till.json" : field, expected]);
}

describe("provisioning", () => {
  it.each([
    ["Notepad, as UTF-8 with a byte-order mark", notepad],
    ["PowerShell, as UTF-16LE", powerShell],
    ["an editor, as UTF-16BE", bigEndian],
  ])("is read with its keys when it is saved by %s", (_, save) => {
    expect(read(save(JSON.stringify(content("Åses kjøkken"), null, 2)), save)).toMatchObject({
      settings: { pos: { name: "Åses kjøkken" }, service: { publicKey } },
      secrets: { privateKey: crlf(privateKey) },
    });
  });

  it.each(Object.keys(NAMES) as (keyof typeof NAMES)[])(
    "is read in the Windows code page of its own locale %s",
    (locale) => {
      const [name, bytes] = NAMES[locale];
      const [before = "", after = ""] = JSON.stringify(content("NAME", locale)).split("NAME");
      const saved = Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
      expect(read(saved)).toMatchObject({ settings: { pos: { name } } });
    },
  );

  it("is read in the Western code page when it names no locale", () => {
    const { locale: _, ...withoutLocale } = content("Åses kjøkken");
    expect(read(Buffer.from(JSON.stringify(withoutLocale), "latin1"))).toMatchObject({
      settings: { pos: { name: "Åses kjøkken" } },
    });
  });

  it("reports the position of a byte that its encoding does not define", () => {
    const [before = "", after = ""] = JSON.stringify(content("Kj#kken på Åsen"), null, 1).split("#");
    const saved = Buffer.concat([Buffer.from(before), Buffer.of(0xf8), Buffer.from(after)]);
    expect(read(saved)).toEqual([["till.json", "text in UTF-8: the character at line 15, column 14 cannot be read"]]);
  });

  it("reports the position of a JSON error in UTF-16", () => {
    expect(read(powerShell('{"auth":\n  {"name": \'Åse\'}}'))).toEqual([
      ["till.json", "valid JSON: the error is at line 2, column 12"],
    ]);
  });
});

describe("a key in PEM", () => {
  it("is read with trailing spaces on its lines, and with notes in any encoding above it", () => {
    const spaced = (pem: string) => Buffer.from(`Nøkkelen til kassen\r\n${pem.replaceAll("\n", "  \r\n")}`, "latin1");
    expect(read(Buffer.from(JSON.stringify(content("Kjøkken"))), spaced)).toMatchObject({
      settings: { service: { publicKey } },
    });
  });
});

describe("the parser of earlier versions", () => {
  it.each([
    ["a key with a byte-order mark", Buffer.from(`\ufeff${privateKey}`), "Kasse"],
    ["a Latin-1 comment above the key", Buffer.from(`Nøkkel\n${privateKey}`, "latin1"), "Kasse"],
    ["a file in Latin-1", Buffer.from(privateKey), "Kjøkken"],
  ])("accepts only UTF-8: %s", (_, key, name) => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "key.pem"), key);
    writeFileSync(join(folder.path, "service.pem"), publicKey);
    const path = join(folder.path, "till.json");
    writeFileSync(path, JSON.stringify(content(name)), "latin1");
    expect(readAsUtf8(path)).toMatchObject({
      settings: { pos: { name: name.replace("ø", "\ufffd") } },
      secrets: { privateKey: key.toString("utf8") },
    });
  });

  it("returns nothing for a file that it refuses", () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "till.json");
    writeFileSync(path, powerShell(JSON.stringify(content("Kasse"))));
    expect(readAsUtf8(path)).toBeNull();
    expect(readAsUtf8(join(folder.path, "missing.json"))).toBeNull();
  });
});

describe("the manager's PIN in provisioning", () => {
  const pinIn = (managerPin: string) => ({ ...content("Kasse"), staff: { managerPin } });

  it("may have direction marks around it", () => {
    expect(read(Buffer.from(JSON.stringify(pinIn("\u200e481516\u200f"))))).toMatchObject({ managerPin: "481516" });
  });

  it("is reported with the other problems when it is weak, also with a mark", () => {
    const wrong = { ...pinIn("\u200e123456"), currency: "kroner" };
    const problems = read(Buffer.from(JSON.stringify(wrong))) as string[][];
    expect(problems.map(([field]) => field)).toContain("staff.managerPin");
  });
});
