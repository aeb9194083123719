/** Keeps fastify from loading its schema compilers, a third of its code. Zod validates the input instead. */
export const WITHOUT_SCHEMAS = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};

function refuse(): never {
  throw new Error("Fastify schemas are not supported: validate with zod");
}
