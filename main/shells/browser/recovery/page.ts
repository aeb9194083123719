/** Recovery page of a till that cannot start: the problem and the commands that fix it. */
import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { originOf, refusalReason } from "../../../../contract/values/request-guard.ts";
import { SECURITY_HEADERS } from "../../../../contract/values/security-headers.ts";
import { escapeHtml } from "../../../lib/html.ts";
import type { Advice } from "../../../storage/database/recovery-advice.ts";
import type { HelpPage } from "../../breakdowns/help-page.ts";

export type RecoveryPage = Awaited<ReturnType<typeof listenWith>>;

/** Serves the page on loopback, without a bridge, commands or events. @param port 0: any free port */
export function startRecoveryPage({ advice, port }: { advice: Advice; port: number }): Promise<RecoveryPage> {
  const page = recoveryHtml(advice);
  return listenWith(port, (app) => {
    app.get("/", (_request, reply) => reply.code(503).type("text/html; charset=utf-8").send(page));
    app.get("/recovery.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  });
}

/** Serves the page of a till that is out of order. @param port 0: any free port */
export function startHelpPage({ page, port }: { page: HelpPage; port: number }): Promise<RecoveryPage> {
  return listenWith(port, (app) => {
    app.get("/", (_request, reply) => reply.code(503).headers(page.headers).send(page.body));
  });
}

async function listenWith(port: number, route: (app: FastifyInstance) => void) {
  const app = fastify({ logger: false, trustProxy: false });
  const portOf = () => (app.server.address() as AddressInfo).port;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...SECURITY_HEADERS, "cache-control": "no-store" });
    if (refusalReason(originOf(request.raw), portOf())) return reply.code(403).send();
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  route(app);
  await app.listen({ host: "127.0.0.1", port });
  return { url: `http://127.0.0.1:${portOf()}/`, close: () => app.close() };
}

export function recoveryHtml({ found, options }: Advice): string {
  const paragraphs = found.map((sentence) => `<p>${escapeHtml(sentence)}</p>`);
  const choices = options.map(
    ({ description, command }) => `<dt>${escapeHtml(description)}</dt><dd><code>${escapeHtml(command)}</code></dd>`,
  );
  const commands =
    choices.length === 0
      ? ""
      : `<h2>What you can do</h2>\n<dl>${choices.join("\n")}</dl>\n<p>Then start the till again.</p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The till did not start</title>
<link rel="stylesheet" href="/recovery.css">
<main>
<h1>The till did not start</h1>
<p><strong>The till cannot take payments. Nothing was changed or deleted.</strong></p>
${paragraphs.join("\n")}
${commands}
</main>
</html>
`;
}

const STYLE = `:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1.5rem; overflow-wrap: anywhere }
h1 { line-height: 1.2 }
dt { margin-top: 1.5rem; font-weight: 600 }
dd { margin: 0.5rem 0 0 }
code { display: block; padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem; user-select: all }
`;
