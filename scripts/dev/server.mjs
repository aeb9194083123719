/** Vite's dev server for the renderer. It serves the till's program, and the hot reload of pages that the till served. */
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { join } from "node:path";
import { createServer as createViteServer } from "vite";
import config from "../../electron.vite.config.ts";
import { newSecret } from "../../main/bridge/window-sessions.ts";
import { ROOT } from "../node.mjs";
import { SECRET_HEADER } from "./page.mjs";

const { renderer } = config;

/**
 * Starts the server on a loopback port. It answers requests with the secret, which only the till's program has, so each
 * page passed the checks of the till's server. Hot reload needs Vite's token and the origin of such a page.
 * @param {{ cacheDir: string, logger: import("vite").Logger, origins: string[] }} options `origins` of pages that the
 *   till serves without a port
 * @returns {Promise<{ access: import("./page.mjs").PageAccess, open(): void } & AsyncDisposable>} `open` starts Vite
 *   before the first request does
 */
export async function startPageServer({ origins, ...options }) {
  const pageOrigins = new Set(origins);
  const hotReload = createHttpServer();
  const server = createHttpServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  const access = { address: `http://127.0.0.1:${port}`, secret: newSecret(), nonce: newSecret() };
  let starting = null;
  const vite = () => {
    starting ??= createViteServer(viteConfig({ access, port, hotReload, ...options }));
    return starting;
  };
  server.on("request", async (request, response) => {
    if (request.headers[SECRET_HEADER] !== access.secret) return void response.writeHead(403).end();
    pageOrigins.add(`http://${request.headers.host}`);
    const { middlewares } = await vite();
    middlewares(request, response);
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const { host, origin } = request.headers;
    if (host === `127.0.0.1:${port}` && pageOrigins.has(origin)) hotReload.emit("upgrade", request, socket, head);
    else socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
  });
  return {
    access,
    open: () => void vite(),
    async [Symbol.asyncDispose]() {
      server.close();
      await (await starting)?.close();
      server.closeAllConnections();
    },
  };
}

/** @returns {import("vite").InlineConfig} */
function viteConfig({ access, port, hotReload, cacheDir, logger }) {
  // A checkout may link to its libraries. The till's data, under `out/`, is never served.
  const folders = ["renderer", "contract", "node_modules"].map((folder) => realpathSync(join(ROOT, folder)));
  return {
    configFile: false,
    root: join(ROOT, renderer.root),
    mode: "development",
    appType: "mpa",
    cacheDir,
    customLogger: logger,
    clearScreen: false,
    plugins: [...renderer.plugins, fontAddress()],
    html: { cspNonce: access.nonce },
    optimizeDeps: { entries: ["index.html", "customer.html"] },
    server: {
      middlewareMode: true,
      cors: false,
      ws: { server: hotReload, protocol: "ws", host: "127.0.0.1", clientPort: port },
      fs: { allow: [cacheDir, ...folders] },
      warmup: { clientFiles: ["./app/main.tsx"] },
    },
  };
}

/** Gives the preloaded font its address: the page names it relative to its own file. */
function fontAddress() {
  const folder = join("/@fs", realpathSync(join(ROOT, "node_modules"))).replaceAll("\\", "/");
  return {
    name: "till-font-address",
    transformIndexHtml: (html) => html.replaceAll('"../node_modules/', `"${folder}/`),
  };
}
