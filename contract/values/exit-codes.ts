/** Exit codes, and reasons why a data folder prevents a start. `out/docs/errors.md` is generated from them. */

export interface ExitEntry {
  meaning: string;
  next: string | null;
}

export const EXIT_CODES = {
  0: { meaning: "The till was stopped, with every write on disk.", next: null },
  1: {
    meaning: "The till could not start or had to stop. Standard error says why.",
    next: "Follow the message on standard error. Nothing was changed unless it says so.",
  },
  2: {
    meaning: "The options or the provisioning file are invalid. Nothing was changed.",
    next: "Correct the fields listed.",
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
    meaning: "The file is not a till's database.",
    next: "Check --data, then restore the newest backup with the printed command.",
  },
  damaged: {
    meaning: "The database is damaged.",
    next: "Restore the newest good backup with the printed command. The damaged file is kept.",
  },
  missing: {
    meaning: "The database is missing or empty, although this folder was used by a till.",
    next: "Check --data, then restore the newest backup with the printed command.",
  },
  behind: {
    meaning: "The journal does not match this till's signature: it is an older copy or was changed.",
    next: "Find out why. Then restore a backup or accept the data with the printed commands.",
  },
} as const satisfies Record<string, ExitEntry>;
