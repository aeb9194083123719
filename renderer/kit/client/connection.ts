/** The client of the contract, and whether anybody is at its other end. */
import type { TillClient } from "../../../contract/events.ts";

/**
 * `away`: the till does not answer, and the client tries again by itself. `lost`: the till answers, and does not know
 * this window (any more).
 */
export type Connection = "connecting" | "ready" | "away" | "lost";

export interface ConnectedClient extends TillClient {
  /** Tells the connection now, and whenever it changes, until the returned function is called. */
  onConnection(listener: (connection: Connection) => void): () => void;
}
