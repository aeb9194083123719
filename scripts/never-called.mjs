/**
 * In the place of what libraries load, and a till never calls: the search for files of @fastify/static (a till has each
 * served by its path), and undici's other parser of HTTP.
 */
export function glob() {
  throw new Error("glob is not in the built program");
}
