/** Node modules that most tills never use, loaded on demand to shorten startup. */

/** Servers only: a file that connects needs an exception of `scripts/lint/connections.grit`. */
export const https = (): Pick<typeof import("node:https"), "createServer" | "Server"> =>
  // biome-ignore lint/plugin/connections: servers; its type has no clients
  process.getBuiltinModule("node:https");

// biome-ignore lint/plugin/connections: no connections
export const zlib = () => process.getBuiltinModule("node:zlib");
