import { describe, expect, it } from "vitest";
import { readFile } from "../../../../../renderer/kit/text-files.ts";

const PEM = "-----BEGIN CERTIFICATE-----\r\nAAAA\r\n-----END CERTIFICATE-----\r\n";

const textOf = async (file: File) => (await readFile(file))[0];

describe("a file chosen by the user", () => {
  it.each([
    ["UTF-8 with a byte-order mark", Buffer.from(`\ufeff${PEM}`)],
    ["UTF-16LE", Buffer.from(`\ufeff${PEM}`, "utf16le")],
  ])("is read in %s", async (_, bytes) => {
    expect(await textOf(new File([bytes], "ca.pem"))).toBe(PEM);
  });

  it("is read in the code page of the locale that it names", async () => {
    const bytes = Buffer.from('{"locale": "nb-NO", "name": "Åses kjøkken"}', "latin1");
    expect(JSON.parse(await textOf(new File([bytes], "till.json")))).toMatchObject({ name: "Åses kjøkken" });
  });

  it("is empty when it is larger than any key or configuration, in every encoding", async () => {
    const text = "x".repeat(60_000);
    expect(await textOf(new File([text], "a"))).toHaveLength(60_000);
    expect(await textOf(new File([`${text}x`], "a"))).toBe("");
    expect(await textOf(new File([Buffer.from(text, "utf16le")], "a"))).toHaveLength(60_000);
    expect(await textOf(new File([Buffer.from(`${text}x`, "utf16le")], "a"))).toBe("");
  });

  it("reports the position of an unreadable byte", async () => {
    const bytes = Buffer.concat([Buffer.from('{\n"name":"Bl'), Buffer.of(0xe5), Buffer.from('bær på rødgrøt"}')]);
    expect((await readFile(new File([bytes], "till.json")))[1]).toEqual({ line: 2, column: 11 });
    expect((await readFile(new File([PEM], "ca.pem")))[1]).toBeNull();
  });
});
