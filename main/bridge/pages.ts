/** The renderer's files over loopback HTTP. They contain no secret: the token stays in the page's fragment. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { failed } from "../../contract/calls/errors.ts";
import { cacheControl } from "../../contract/values/security-headers.ts";

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Till</title>
<h1>The till is running, but its screens are not built</h1>
<p>Stop it and start it again with <code>npm start</code>, which builds what is missing.</p>
<p>The HTTP bridge works: programs can already use the till.</p>
</html>
`;

export type ServePages = typeof servePages;

/** Serves the built pages on a server that checks each request. @param allowed filter by URL path */
export async function servePages(
  app: FastifyInstance,
  rendererDir: string | null,
  allowed: (path: string) => boolean = () => true,
): Promise<void> {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failed("not_found", {}, "There is no such page.")));
  if (rendererDir === null || !existsSync(join(rendererDir, "index.html"))) {
    app.get("/", (_request, reply) => reply.code(503).type("text/html; charset=utf-8").send(NOT_BUILT));
    return;
  }
  await app.register(fastifyStatic, {
    root: rendererDir,
    dotfiles: "deny",
    cacheControl: false,
    decorateReply: false,
    allowedPath: allowed,
    setHeaders: (reply, path) => {
      reply.header("cache-control", cacheControl(path));
    },
  });
}
