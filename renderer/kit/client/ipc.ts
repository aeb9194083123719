/** The carrier inside the desktop shell: what the preload script exposes as `window.till`. */
import type { CommandInput, CommandName, CommandValues } from "../../../contract/commands.ts";
import type { Result } from "../../../contract/errors.ts";
import type { TillEvent } from "../../../contract/events.ts";
import type { ConnectedClient } from "./connection.ts";
import { ownFailure } from "./own-failure.ts";

/** The preload's whole surface. */
export interface TillPort {
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  on(listener: (event: TillEvent) => void): () => void;
}

declare global {
  interface Window {
    till?: TillPort;
  }
}

/**
 * A client over the preload's port. Messages between processes of one machine are not lost: there is no gap. Main draws
 * the window and hands it every touch, so a frozen main is a frozen window: there is nothing to watch for.
 */
export function ipcClient(port: TillPort): ConnectedClient {
  return {
    call: (name, input) =>
      port.call(name, input).catch((cause: unknown) => ownFailure("internal", { reason: String(cause) })),
    on: (listener) => port.on(listener),
    onConnection(listener) {
      listener("ready");
      return () => {};
    },
  };
}
