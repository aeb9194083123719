/** Modules of Node's that most tills do without, loaded when something of them is first used: each start would wait for them. */

/** Servers only: `scripts/outgoing.mjs` lists the files that may connect. */
export const https = (): Pick<typeof import("node:https"), "createServer" | "Server"> =>
  process.getBuiltinModule("node:https");

export const zlib = () => process.getBuiltinModule("node:zlib");
