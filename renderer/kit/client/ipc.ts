/** Transport in the desktop shell: the preload script exposes it as `window.till`. */
import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import type { TillEvent } from "../../../contract/bridge/events.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { ConnectedClient } from "./connection.ts";
import { ownFailure } from "./own-failure.ts";

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
 * Returns a client over the preload's port. Messages between processes are not lost, so there are no gaps. No watchdog
 * is needed either: a frozen main process freezes the window.
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
