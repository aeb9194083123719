/** What main tells every window, numbered so that a listener who was away can resume without a gap. */
import type { CommandInput, CommandName, CommandValues } from "./commands.ts";
import type { Result } from "./errors.ts";
import type { Payment, Terminal } from "./views.ts";

export type TillEvent =
  | { type: "payment.changed"; payment: Payment }
  | { type: "queue.changed"; depth: number; paused: boolean }
  | { type: "terminal.changed"; terminal: Terminal }
  | { type: "scan.received"; posTid: string | null };

/** What a window knows of main: one interface, carried by Electron IPC or loopback HTTP. */
export interface TillClient {
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  /**
   * Listens to events until the returned function is called. `onGap` is called when events may have been missed
   * (the connection came back but could not be resumed): read everything again then.
   */
  on(listener: (event: TillEvent) => void, onGap?: () => void): () => void;
}
