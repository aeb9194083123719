import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_SAFT_DETAILS } from "../../../contract/accounting/exports.ts";
import { makeFiles } from "../../../main/accounting/exports/make.ts";
import { restore } from "../../../main/operations/maintenance/restore.ts";
import { verify } from "../../../main/operations/maintenance/verify.ts";
import { connect, openToRead } from "../../../main/storage/database/database.ts";
import { MIGRATIONS, NEWEST_VERSION } from "../../../main/storage/database/migrations.ts";
import { upgradeDatabase } from "../../../main/storage/database/upgrade.ts";
import { headFile } from "../../../main/storage/journal/head.ts";
import { createJournal } from "../../../main/storage/journal/journal.ts";
import { checkInThreads } from "../../support/checks-in-threads.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { openCheapVault } from "../../support/in-process-till.ts";
import { saftProblems } from "../../support/saft.ts";
import { databasesOfAllVersions, type LeftDatabase } from "../../support/upgrade/ages.ts";
import { problemsOf } from "../../support/upgrade/check.ts";

checkInThreads();

const AT = Date.UTC(2026, 11, 1);
const folder = temporaryFolder();
let left: Map<number, LeftDatabase> = new Map();

beforeAll(() => {
  left = databasesOfAllVersions(join(folder.path, "ages.db"));
});
afterAll(() => folder[Symbol.dispose]());

/** The data folder of a version: its database, its vault, and the signed end of its journal. */
async function dataFolderOf(version: number): Promise<string> {
  const dataDir = join(folder.path, `till-${version}`);
  mkdirSync(dataDir, { mode: 0o700 });
  const path = join(dataDir, "till.db");
  writeFileSync(path, left.get(version)?.bytes ?? "");
  const vault = await openCheapVault(dataDir, { passphrase: undefined, consent: null });
  const database = connect(path);
  headFile(dataDir, vault).write({ ...createJournal(database).head(), at: AT, open: false });
  database.close();
  vault.close();
  return dataDir;
}

function portsOf() {
  const lines: string[] = [];
  const stream = { write: (text: string) => void lines.push(text) };
  return { said: lines, stdout: stream, stderr: stream, env: {}, now: AT, openVault: openCheapVault };
}

async function saftOf(dataDir: string): Promise<string> {
  const pos = { id: "counter-1", name: "Counter 1" };
  const shop = { timeZone: "UTC", cutOff: "04:00", currency: "NOK", locale: "nb-NO", version: "test" };
  const files = await makeFiles(
    {
      kind: "saft",
      period: { from: 0, to: AT },
      csv: { separator: "auto", bom: true },
      saft: DEFAULT_SAFT_DETAILS,
      madeAt: AT,
      person: null,
    },
    {
      subject: { merchant: "T001", pos, ...shop },
      databasePath: join(dataDir, "till.db"),
      path: (name) => join(dataDir, name),
      onProgress: () => undefined,
      closing: new AbortController().signal,
    },
  );
  return readFileSync(join(dataDir, files.find(({ part }) => part === "saft")?.name ?? ""), "utf8");
}

describe("a data folder of version", () => {
  it.each(MIGRATIONS.map(({ version }) => version))(
    "%i is verified and exported after its upgrade",
    async (version) => {
      const dataDir = await dataFolderOf(version);
      const path = join(dataDir, "till.db");
      const upgrade = await upgradeDatabase(path, { folder: join(dataDir, "backups"), at: AT });
      expect(upgrade?.from ?? NEWEST_VERSION).toBe(version);
      const ports = portsOf();
      expect({ code: await verify({ dataDir }, ports), said: ports.said }).toMatchObject({ code: 0 });
      expect(await saftProblems(await saftOf(dataDir))).toEqual([]);
    },
  );

  it.each(MIGRATIONS.map(({ version }) => version))("%i is restored from its backup", async (version) => {
    const file = join(folder.path, `backup-${version}.db`);
    writeFileSync(file, left.get(version)?.bytes ?? "");
    const dataDir = join(folder.path, `restored-${version}`);
    mkdirSync(dataDir, { mode: 0o700 });
    const ports = portsOf();
    expect({ code: await restore({ dataDir, file, unauthenticated: true }, ports), said: ports.said }).toMatchObject({
      code: 0,
    });
    using reader = openToRead(join(dataDir, "till.db"), { alone: false });
    expect(problemsOf(reader.database)).toEqual([]);
  });
});
