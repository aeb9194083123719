import type { TillClient } from "../../../contract/events.ts";

/**
 * `away`: the till does not respond and the client retries. `lost`: the till responds but rejects this window's
 * session.
 */
export type Connection = "connecting" | "ready" | "away" | "lost";

export interface ConnectedClient extends TillClient {
  /**
   * Calls the listener now and on every change.
   * @returns a function that unsubscribes
   */
  onConnection(listener: (connection: Connection) => void): () => void;
}
