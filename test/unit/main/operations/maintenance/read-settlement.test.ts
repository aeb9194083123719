import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatDateTime } from "../../../../../contract/wire/wire.ts";
import { serviceReader } from "../../../../../main/operations/maintenance/read-service.ts";
import { fastClock } from "../../../../support/fast-clock.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const clock = fastClock(1);
const TEXT = `tid;timestamp;action;gross\r\n;${formatDateTime(clock.now())};Månedsavgift;-10.00\r\n`;

async function read(bytes: Uint8Array, locale: string) {
  using folder = temporaryFolder();
  const file = join(folder.path, "payout.csv");
  writeFileSync(file, bytes);
  const answer = await serviceReader(null, clock, locale)({ ask: "settlement", file, currency: "NOK" });
  if (!answer.ok) throw new Error(answer.detail);
  return answer.value;
}

describe("a settlement file on the command line", () => {
  it.each([
    ["Windows-1252", Buffer.from(TEXT, "latin1")],
    ["UTF-8 with a byte-order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16LE", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
  ])("is read in %s, detected from its bytes", async (_, bytes) => {
    expect(await read(bytes, "nb-NO")).toMatchObject({
      others: [{ action: "Månedsavgift", amount: -1000 }],
      fingerprint: createHash("sha256").update(bytes).digest("hex"),
    });
  });

  it("reports its encoding when the file does not state one", async () => {
    expect(await read(Buffer.from(TEXT, "latin1"), "nb-NO")).toMatchObject({ guessedEncoding: "windows-1252" });
    expect(await read(Buffer.from(TEXT), "nb-NO")).not.toHaveProperty("guessedEncoding");
  });

  it("is refused with line and column when an action has an unreadable byte", async () => {
    const row = TEXT.slice(TEXT.indexOf("\n") + 1);
    const [before = "", after = ""] = `${TEXT}${row}${row}`.split(/å(?=[^å]*$)/);
    const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]);
    await expect(read(bytes, "nb-NO")).rejects.toThrow(/line 4, action: .*a byte that is not in the file's encoding/s);
  });

  it("is read in the code page of the till's locale", async () => {
    const [before = "", after = ""] = TEXT.split("å");
    const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xb9), Buffer.from(after)]);
    expect(await read(bytes, "pl-PL")).toMatchObject({ others: [{ action: "Mąnedsavgift" }] });
  });
});
