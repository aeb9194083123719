/**
 * Replaces library modules that a till never uses: the file search of @fastify/static, because all paths are
 * registered, undici's second HTTP parser, and fastify's requests for tests.
 */
export function glob() {
  throw new Error("glob is not in the built program");
}
