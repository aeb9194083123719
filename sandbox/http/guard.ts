/** Access to the pages and the control API, which need no credentials. */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../../contract/values/identifiers.ts";
import { forbidden } from "../problem.ts";

/** Rejects cross-site requests of a browser. Throws 403. */
function requireOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (origin.toLowerCase() !== `${request.protocol}://${(request.headers.host ?? "").toLowerCase()}`) {
    throw forbidden("Only the sandbox's own page may do this.");
  }
}

/** Rejects requests from other machines and DNS rebinding. Throws 403. */
export function requireLoopback(request: FastifyRequest): void {
  requireOwnOrigin(request);
  // Node checks only the first Host header.
  if ((request.raw.headersDistinct.host ?? []).length > 1) throw forbidden("There is more than one Host header.");
  const address = request.ip.replace(/^::ffff:/, "");
  const from = `http://${isIP(address) === 6 ? `[${address}]` : address}`;
  const named = `http://${request.headers.host ?? ""}`;
  if (![from, named].every((url) => URL.canParse(url) && isLoopback(new URL(url)))) {
    throw forbidden("Only requests from this machine are allowed.");
  }
}
