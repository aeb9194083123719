/** A writer's task. */
export type WriterTask =
  | {
      do: "write";
      path: string;
      count: number;
      /** The first id; 1 by default */
      from?: number;
      /** Size of each value */
      bytes: number;
      /** Transactions per checkpoint; none if omitted */
      checkpointEvery?: number;
      /** For the suite's own test: a setting that the till must never use */
      synchronous?: "NORMAL";
    }
  | { do: "backup"; path: string; folder: string; bytes: number }
  | { do: "migrate"; path: string; folder: string }
  | { do: "lock"; path: string };
