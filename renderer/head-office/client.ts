/** Client of the head office server: loopback HTTP, with the token of the page's address. */
import type { Result } from "../../contract/calls/errors.ts";
import type {
  HeadOfficeQueries,
  HeadOfficeQuery,
  HeadOfficeResponses,
} from "../../contract/head-office/head-office.ts";
import { takeToken } from "../kit/client/http.ts";

/** Null: no or an unreadable response; `lost`: the server rejects this page. */
export type Answer<Q extends HeadOfficeQuery> = Result<HeadOfficeResponses[Q]> | "lost" | null;

export interface HeadOfficeClient {
  ask<Q extends HeadOfficeQuery>(question: Q, input: HeadOfficeQueries[Q]): Promise<Answer<Q>>;
}

/** Session storage key: survives a reload and belongs to this window and port only. */
const TOKEN_KEY = "office.token";

/** Timeout; the slowest request reads a month of a whole chain. */
const ANSWER_MS = 30_000;

/** Behind a proxy the address has no token: the proxy adds its own. */
export function headOfficeClient(): HeadOfficeClient {
  const addressToken = takeToken();
  if (addressToken !== null) sessionStorage.setItem(TOKEN_KEY, addressToken);
  const token = addressToken ?? sessionStorage.getItem(TOKEN_KEY);
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return {
    async ask(question, input) {
      try {
        const response = await fetch(`/office/${question}`, {
          method: "POST",
          headers: { "content-type": "application/json", ...authorization },
          body: JSON.stringify(input),
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        if (response.status === 401 || response.status === 403) return "lost";
        return response.status === 503 ? null : await response.json();
      } catch {
        return null;
      }
    },
  };
}
