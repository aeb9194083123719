/** Node modules that most tills never use, loaded on demand to shorten startup. */

/** Servers only: `scripts/outgoing.mjs` lists the files that may connect. */
export const https = (): Pick<typeof import("node:https"), "createServer" | "Server"> =>
  process.getBuiltinModule("node:https");

export const zlib = () => process.getBuiltinModule("node:zlib");
