/** `/api/docs`: the description of `/api/v1` as a page for people. No script, and nothing from outside. */
import { escapeHtml } from "../../lib/html.ts";

interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string }>;
}

/** An OpenAPI document, as far as the page shows it. */
interface Document {
  info: { title: string; description?: string; version: string };
  paths?: Record<string, object | undefined>;
  components?: { schemas?: Record<string, unknown> };
}

/** The page of a document. */
export function docsPage({ info, paths = {}, components }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => operationOf(method, path, operation as Operation)),
  );
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${json(schema)}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<link rel="stylesheet" href="/api/docs.css">
<main>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description ?? "")} Version ${escapeHtml(info.version)}; <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>Each request carries <code>Authorization: Bearer &lt;key&gt;</code>.</p>
${operations.join("\n")}
<h1>Schemas</h1>
${schemas.join("\n")}
</main>
</html>
`;
}

function operationOf(method: string, path: string, operation: Operation): string {
  const { summary = "", description = "", parameters = [], requestBody, responses = {} } = operation;
  const rows = parameters.map(({ name, in: where, required, description: about = "" }) =>
    row(name, `${where}${required ? ", required" : ""}${about === "" ? "" : `: ${about}`}`),
  );
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => json(schema));
  const answers = Object.entries(responses).map(([status, one]) => row(status, one.description ?? ""));
  return `<section>
<h2><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code></h2>
<p><strong>${escapeHtml(summary)}.</strong> ${escapeHtml(description)}</p>
${rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`}
${bodies.length === 0 ? "" : `<details><summary>Body</summary>${bodies.join("")}</details>`}
<dl>${answers.join("")}</dl>
</section>`;
}

function row(term: string, words: string): string {
  return `<dt><code>${escapeHtml(term)}</code></dt><dd>${escapeHtml(words)}</dd>`;
}

function json(schema: unknown): string {
  const lines = JSON.stringify(schema, null, 2).split("\n");
  return `<pre>${lines.map(escapeHtml).join("\n")}</pre>`;
}

/** Its looks. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
section { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
h2 { font-size: 1.1rem; }
h2 b { display: inline-block; min-width: 4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dd { margin: 0; }
pre { overflow: auto; max-height: 32rem; padding: 1rem; background: color-mix(in srgb, currentcolor 6%, transparent); }
`;
