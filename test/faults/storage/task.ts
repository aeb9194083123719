/** What a writer is to do. */
export type WriterTask =
  | {
      do: "write";
      path: string;
      count: number;
      /** The first id; 1 when left out */
      from?: number;
      /** How large each value is */
      bytes: number;
      /** A checkpoint after so many; none when left out */
      checkpointEvery?: number;
      /** For the suite's own test: what the till must never be opened with */
      synchronous?: "NORMAL";
    }
  | { do: "backup"; path: string; folder: string; bytes: number }
  | { do: "migrate"; path: string; folder: string }
  | { do: "lock"; path: string };
