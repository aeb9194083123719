/** Exit codes, and reasons why a data folder prevents a start. `out/docs/errors.md` is generated from them. */

export interface ExitEntry {
  meaning: string;
  next: string | null;
}

export const EXIT_CODES = {
  0: { meaning: "The till was stopped, with every write on disk.", next: null },
  1: {
    meaning: "The till could not start or go on. The sentence on standard error says why.",
    next: "Do what that sentence says. Nothing was changed unless it says so.",
  },
  2: {
    meaning: "The options or the provisioning file are not right. Nothing was changed.",
    next: "Correct each field that is named.",
  },
  3: {
    meaning: "The data folder is in use by another till.",
    next: "Close the other till first, or use another --data folder.",
  },
} as const satisfies Record<number, ExitEntry>;

export type ExitCode = keyof typeof EXIT_CODES;

export const START_FINDINGS = {
  newer: {
    meaning: "The database was written by a newer till.",
    next: "Start the newer till, or restore a backup from before it was installed.",
  },
  foreign: {
    meaning: "The file is no database, or not a till's.",
    next: "Check --data; then restore the newest backup with the command that is printed.",
  },
  damaged: {
    meaning: "The database is damaged.",
    next: "Restore the newest good backup with the command that is printed. The damaged file is kept.",
  },
  missing: {
    meaning: "The database is gone or empty, although a till has worked in this folder.",
    next: "Check --data; then restore the newest backup with the command that is printed.",
  },
  behind: {
    meaning: "The journal is not the one that this till signed: an older copy, or one that was changed.",
    next: "Find out why. Then restore a backup, or accept the data as it is, with the commands that are printed.",
  },
} as const satisfies Record<string, ExitEntry>;
