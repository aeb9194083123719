/** `/portal`: read-only list of registered applications (section 1). They are created by the API or the control API. */
import type { FastifyInstance } from "fastify";
import type { Service } from "./context.ts";
import { requireLoopback } from "./http/guard.ts";
import { type Application, listApplications } from "./state/applications.ts";
import { findMerchant } from "./state/merchants.ts";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

export function addPortal(app: FastifyInstance, service: Service): void {
  app.addHook("onRequest", async (request) => requireLoopback(request));
  app.get("/portal", (_request, reply) =>
    reply
      .headers(HEADERS)
      .type("text/html; charset=utf-8")
      .send(page(service, listApplications(service.db))),
  );
}

function page(service: Service, applications: readonly Application[]): string {
  const content =
    applications.length === 0
      ? `<p>None yet. <code>POST ${escaped(service.url())}/control/applications</code> registers one.</p>`
      : applications.map((application) => card(service, application)).join("\n");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Applications – sandbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/phone/assets/phone.css" />
  </head>
  <body>
    <main><div class="column"><h1>Applications</h1>${content}</div></main>
  </body>
</html>
`;
}

function card(service: Service, { client_id, merchant_id, name, redirect_uris }: Application): string {
  const merchant = findMerchant(service.db, merchant_id)?.name ?? merchant_id;
  const uris = redirect_uris.map((uri) => `<li><code>${escaped(uri)}</code></li>`).join("");
  return `<section class="card"><h2>${escaped(name)}</h2><p>${escaped(merchant)} (${escaped(merchant_id)})</p>
<p>Client id: <code>${escaped(client_id)}</code>. Its secret was shown once, at registration.</p><ul>${uris}</ul></section>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
