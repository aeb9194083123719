/**
 * For servers whose input zod checks, or nothing but its digest: fastify is told not to load the compilers of its own
 * schemas. They are a third of its code, and of a till's start.
 */
export const WITHOUT_SCHEMAS = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};

function refuse(): never {
  throw new Error("a route here has no schema of fastify's");
}
