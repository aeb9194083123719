/** Shortens the start: Node modules that most tills never use load on demand, and fastify loads no schema compilers. */

/** Servers only: a file that connects needs an exception of `scripts/lint/connections.grit`. */
export const https = (): Pick<typeof import("node:https"), "createServer" | "Server"> =>
  // biome-ignore lint/plugin/connections: servers; its type has no clients
  process.getBuiltinModule("node:https");

// biome-ignore lint/plugin/connections: no connections
export const zlib = () => process.getBuiltinModule("node:zlib");

/** Keeps fastify from loading its schema compilers, a third of its code. Zod validates the input instead. */
export const WITHOUT_SCHEMAS = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};

function refuse(): never {
  throw new Error("Fastify schemas are not supported: validate with zod");
}
