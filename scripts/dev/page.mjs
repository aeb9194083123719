/** The pages of Vite's server, as the till's program reads them in development. */
import { Agent, request } from "node:http";

export const SECRET_HEADER = "x-till-pages";

/**
 * @typedef {object} PageAccess
 * @property {string} address `http://127.0.0.1:41234`
 * @property {string} secret proves that the till's program asks
 * @property {string} nonce of the scripts and styles that Vite adds to a page
 */

const agent = new Agent({ keepAlive: true });
/** Of one connection, or replaced by the till's own. */
const NOT_PASSED = /^(connection|keep-alive|transfer-encoding|date|vary|access-control-.*)$/;

/**
 * Requests a page or module.
 * @param {PageAccess} access
 * @param {string} path with its query
 * @param {import("node:http").IncomingHttpHeaders} headers of the window's request
 * @returns {Promise<import("node:http").IncomingMessage>}
 */
export function requestPage({ address, secret }, path, headers) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const passed = { ...headers, connection: "keep-alive", [SECRET_HEADER]: secret };
  request(address, { path, headers: passed, agent }, resolve).once("error", reject).end();
  return promise;
}

/** Returns a page's headers: Vite's, with a policy that permits Vite's scripts, styles and hot reload. */
export function pageHeaders({ address, nonce }, headers, policy) {
  const passed = Object.entries(headers).filter(([name]) => !NOT_PASSED.test(name));
  return { ...Object.fromEntries(passed), "content-security-policy": developmentPolicy(policy, { address, nonce }) };
}

function developmentPolicy(policy, { address, nonce }) {
  return policy
    .replace(/(?:script|style)-src 'self'/g, `$& 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `$& ${address.replace("http:", "ws:")}`);
}
