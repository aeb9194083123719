import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { filesIn, leaksIn } from "../../support/leaks.ts";

const VALUE = "Götgatan 21";
const bytes = Buffer.from(VALUE);
const wide = Buffer.from(VALUE, "utf16le");

it.each([
  ["in plain UTF-8", bytes],
  ["in lower case", "götgatan 21"],
  ["in Latin-1", Buffer.from(VALUE, "latin1")],
  ["in UTF-16", wide],
  ["in UTF-16 with swapped bytes", Buffer.from(wide).swap16()],
  ["in hexadecimal digits", bytes.toString("hex").toUpperCase()],
  ["in a URL", encodeURIComponent(VALUE)],
  ["in a form", "street=G%C3%B6tgatan+21&x=1"],
  ["with escaped letters", JSON.stringify({ street: "G\u00f6tgatan 21" }).replace("ö", "\\u00F6")],
  ["in base64", Buffer.from(`{"street":"${VALUE}"}`).toString("base64")],
  ["in base64, shifted by one byte", Buffer.from(` {"street":"${VALUE}"}`).toString("base64")],
  ["in base64, shifted by two bytes", Buffer.from(`  {"street":"${VALUE}"}`).toString("base64url")],
])("a value is found %s", (_how, written) => {
  const searched = [
    { name: "file", bytes: Buffer.concat([Buffer.from("before "), Buffer.from(written), bytes.subarray(0, 3)]) },
  ];
  expect(leaksIn(searched, [{ what: "a street", value: VALUE }])).toContainEqual(
    expect.stringMatching(/^file: a street, /),
  );
});

it("a number is found with any digit grouping, and not within a longer one", () => {
  const hidden = [{ what: "a number", value: "+47 912 34 567" }];
  const of = (text: string) => leaksIn([{ name: "file", bytes: Buffer.from(text) }], hidden);
  expect(of("call 47-91-23-45-67 now")).toHaveLength(1);
  expect(of("call (47) 912.34.567 now")).toHaveLength(1);
  expect(of("47912345678")).toEqual([]);
});

it("packed files are searched inside, too", () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "old.log.gz"), gzipSync(VALUE));
  expect(leaksIn(filesIn(folder.path), [{ what: "a street", value: VALUE }])).toEqual([
    expect.stringMatching(/^old\.log\.gz unpacked: a street/),
  ]);
});
