/** Verifies a till's data without writing. */
import { dirname } from "node:path";
import { openSeals } from "../../accounting/periods/seals.ts";
import { openTallyCheck } from "../../accounting/periods/tally-check.ts";
import { type Database, openToRead } from "../../storage/database/database.ts";
import { inspectDatabase } from "../../storage/database/inspection.ts";
import { NEWEST_VERSION, versionOf } from "../../storage/database/migrations.ts";
import { adviceText, recoveryAdvice, withCommand } from "../../storage/database/recovery-advice.ts";
import { verifyFile } from "../../storage/journal/chain.ts";
import type { StoredHead } from "../../storage/journal/head.ts";
import { VaultError } from "../../storage/vault/vault.ts";
import {
  backupKeyOf,
  type ExitCode,
  lockIfFree,
  readStoredHead,
  requireDatabase,
  TaskError,
  type TaskPorts,
} from "./folder.ts";

/** Checks the database, the journal's hash chain and signed head, and the bookings. */
export async function verify({ dataDir }: { dataDir: string }, ports: TaskPorts): Promise<ExitCode> {
  const path = requireDatabase(dataDir);
  using lock = lockIfFree(dataDir);
  const finding = inspectDatabase(dataDir, await readHead(dataDir, ports), { depth: "full", alone: lock.alone });
  if ("because" in finding) {
    ports.stdout.write(
      `${adviceText(withCommand(recoveryAdvice(finding, dataDir, await backupKeyOf(dataDir, ports)), ports.program))}\n`,
    );
    return 1;
  }
  ports.stdout.write(`${path}: intact, and its journal matches this till's signature.\n`);
  const chain = recompute(path, lock, ports);
  const bookings = verifyBookings(path, lock, ports);
  return chain === 0 ? bookings : chain;
}

/** Recomputes the sums of reports and the hashes of Z reports. */
function verifyBookings(file: string, { alone }: { alone: boolean }, { stdout }: TaskPorts): ExitCode {
  using reader = openToRead(file, { alone });
  // An older schema is migrated at the next start and has no bookings yet.
  if (versionOf(reader.database) < NEWEST_VERSION) return 0;
  const different = findDifferentSums(reader.database, file);
  const seals = openSeals(reader.database);
  const chain = seals.verify();
  const z = chain.ok ? seals.verifyBookings() : null;
  if (different !== null) stdout.write(`${different}\n`);
  if (!chain.ok) stdout.write(`${file}: Z ${chain.firstBadAt} was changed: it does not match the Z before it.\n`);
  if (z !== null) stdout.write(`${file}: the bookings of Z ${z} were changed after it was sealed.\n`);
  if (different !== null || !chain.ok || z !== null) return 1;
  const closed =
    chain.entries === 1 ? "1 closed period matches its seal" : `${chain.entries} closed periods match their seals`;
  stdout.write(`${file}: ${closed}, and all sums match the bookings.\n`);
  return 0;
}

/** Recomputes the sums of all periods. Returns a sentence about the first period that differs; null if all agree. */
export function findDifferentSums(database: Database, file: string): string | null {
  const period = openTallyCheck(database).inAllPeriods();
  if (period === null) return null;
  return `${file}: the sums of period ${period} do not match its bookings: they were changed.`;
}

/** Recomputes a database file's journal and prints the first invalid entry. */
export function verifyJournal({ file }: { file: string }, ports: TaskPorts): ExitCode {
  using lock = lockIfFree(dirname(file));
  return recompute(file, lock, ports);
}

/** Checks a data folder like {@link verifyJournal}; also compares the journal's end with its signed head. */
export async function verifyJournalIn({ dataDir }: { dataDir: string }, ports: TaskPorts): Promise<ExitCode> {
  const path = requireDatabase(dataDir);
  using lock = lockIfFree(dataDir);
  const chain = recompute(path, lock, ports);
  const finding = inspectDatabase(dataDir, await readHead(dataDir, ports), { depth: "quick", alone: lock.alone });
  if (!("because" in finding)) return chain;
  ports.stdout.write(`${finding.because}\n`);
  return 1;
}

function recompute(file: string, { alone }: { alone: boolean }, { stdout }: TaskPorts): ExitCode {
  const { entries, ok, firstBadAt } = verifyOrExplain(file, alone);
  if (ok) {
    stdout.write(`${file}: ${entries} journal entries in an intact chain.\n`);
    return 0;
  }
  stdout.write(
    `${file}: the chain is broken at journal entry ${firstBadAt}. It was changed, or entries before it are missing.\n`,
  );
  return 1;
}

function verifyOrExplain(file: string, alone: boolean) {
  try {
    return verifyFile(file, { alone });
  } catch (error) {
    throw new TaskError(`The journal in ${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}

async function readHead(dataDir: string, ports: TaskPorts): Promise<StoredHead> {
  try {
    return await readStoredHead(dataDir, ports);
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new TaskError(`The journal's head cannot be checked: ${error.message}.`);
  }
}
