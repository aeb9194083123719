import { closeDatabase, connect, enableWriteAheadLog, transact } from "../../storage/database/database.ts";
import { inspectDatabase } from "../../storage/database/inspection.ts";
import { readNumbers } from "../../storage/database/used-numbers.ts";
import { checkChain, runToEnd } from "../../storage/journal/chain.ts";
import { currentHead } from "../../storage/journal/head.ts";
import { createJournal } from "../../storage/journal/journal.ts";
import { type ExitCode, lockOrRefuse, openHead, requireDatabase, TaskError, type TaskPorts } from "./folder.ts";
import { raiseUsedNumbers } from "./used-numbers.ts";

/**
 * Accepts the journal by an operator's decision: adds an entry with the previously signed head, and signs a new head.
 * Rejects a journal with a broken chain, and a damaged file.
 */
export async function acceptJournal({ dataDir }: { dataDir: string }, ports: TaskPorts): Promise<ExitCode> {
  const { stdout, now } = ports;
  const path = requireDatabase(dataDir);
  using _lock = lockOrRefuse(dataDir);
  const file = await openHead(dataDir, ports);
  const storedHead = file.read();
  const finding = inspectDatabase(dataDir, storedHead, { depth: "full", alone: true });
  if (finding.is === "sound") {
    stdout.write("There is nothing to accept: the journal matches this till's signature.\n");
    return 0;
  }
  if (finding.is !== "behind") {
    throw new TaskError("because" in finding ? finding.because : `There is no till's data in ${dataDir}.`);
  }
  const database = connect(path);
  try {
    enableWriteAheadLog(database);
    const { ok, firstBadAt } = runToEnd(checkChain(database));
    if (!ok) throw new TaskError(`Journal entry ${firstBadAt} was changed: this cannot be accepted. Restore a backup.`);
    const journal = createJournal(database);
    const signedEntries = storedHead.is === "signed" ? storedHead.head.entries : null;
    const data = { entries: journal.head().entries, signedEntries, because: finding.because };
    transact(database, () => {
      journal.append({ event: "journal.accepted", data }, now);
      // The database may be an older one that a person copied into place.
      raiseUsedNumbers(database, readNumbers(dataDir));
    });
    file.write(currentHead(database, { at: now, open: false }));
    stdout.write(`Accepted: the journal has ${journal.head().entries} entries, and the last one records this.\n`);
    return 0;
  } finally {
    closeDatabase(database);
  }
}
