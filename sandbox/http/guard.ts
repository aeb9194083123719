/** Who may use the pages and the control API, which ask for no credentials. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../../contract/identifiers.ts";
import { forbidden } from "../problem.ts";

/** Refuses requests that another site's page makes in a person's browser. Throws 403. */
function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (origin.toLowerCase() !== `${request.protocol}://${(request.headers.host ?? "").toLowerCase()}`) {
    throw forbidden("Only the sandbox's own page may do this.");
  }
}

/** Refuses everyone but this machine, also under a name that was made to point at it. Throws 403. */
export function requireLoopback(request: FastifyRequest): void {
  requireOwnOrigin(request);
  // Node itself looks at the first alone.
  if ((request.raw.headersDistinct.host ?? []).length > 1) throw forbidden("There is more than one Host.");
  const address = request.ip.replace(/^::ffff:/, "");
  const from = `http://${isIP(address) === 6 ? `[${address}]` : address}`;
  const named = `http://${request.headers.host ?? ""}`;
  if (![from, named].every((url) => URL.canParse(url) && isLoopback(new URL(url)))) {
    throw forbidden("This is for this machine alone.");
  }
}
