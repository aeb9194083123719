import type { TillClient } from "../../../contract/bridge/events.ts";

/**
 * `away`: the till does not respond and the client retries. `lost`: the till responds but rejects this window's
 * session.
 */
export type Connection = "connecting" | "ready" | "away" | "lost";

export interface ConnectedClient extends TillClient {
  onConnection(listener: (connection: Connection) => void): () => void;
}
