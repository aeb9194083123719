/**
 * In the place of what libraries load at once and a till never asks them for: undici's HTTP/2, which each pool is told not
 * to speak, and the search for files of @fastify/static, which serves each by its path.
 */
export function connectH2() {
  throw new Error("HTTP/2 is not in the built program");
}

export function glob() {
  throw new Error("glob is not in the built program");
}
