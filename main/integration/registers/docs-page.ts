/** `/api/docs`: the description of `/api/v1` as an HTML page, without scripts or external resources. */
import { escapeHtml } from "../../lib/html.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: { type?: string; format?: string; minimum?: number; maximum?: number; maxLength?: number };
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string }>;
}

/** The parts of an OpenAPI document that the page shows. */
interface Document {
  info: { title: string; description?: string; version: string };
  paths?: Record<string, object | undefined>;
  components?: { schemas?: Record<string, unknown> };
}

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
<p>${prose(info.description ?? "")} Version ${escapeHtml(info.version)}; <a href="/api/v1/openapi.json">openapi.json</a>.</p>
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
  const rows = parameters.map((one) => row(one.name, describeParameter(one)));
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => json(schema));
  const answers = Object.entries(responses).map(([status, one]) => row(status, one.description ?? ""));
  return `<section>
<h2><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code></h2>
<p><strong>${prose(summary)}.</strong> ${prose(description)}</p>
${rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`}
${bodies.length === 0 ? "" : `<details><summary>Body</summary>${bodies.join("")}</details>`}
<dl>${answers.join("")}</dl>
</section>`;
}

function describeParameter({ in: where, required, description, schema = {} }: Parameter): string {
  const { type, format, minimum, maximum, maxLength } = schema;
  const range = minimum === undefined || maximum === undefined ? null : `${minimum} to ${maximum}`;
  const length = maxLength === undefined ? null : `up to ${maxLength} characters`;
  const words = [where, required ? "required" : null, format ?? type, range, length].filter((word) => word != null);
  return `${words.join(", ")}${description === undefined ? "" : `: ${description}`}`;
}

function row(term: string, words: string): string {
  return `<dt><code>${escapeHtml(term)}</code></dt><dd>${prose(words)}</dd>`;
}

function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function json(schema: unknown): string {
  const lines = JSON.stringify(schema, null, 2).split("\n");
  return `<pre>${lines.map(escapeHtml).join("\n")}</pre>`;
}

export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
section { padding: 1rem 0; border-top: 1px solid color-mix(in srgb, currentcolor 20%, transparent); }
h2 { font-size: 1.1rem; }
h2 b { display: inline-block; min-width: 4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dd { margin: 0; }
pre { overflow: auto; max-height: 32rem; padding: 1rem; background: color-mix(in srgb, currentcolor 6%, transparent); }
@media print {
  details::details-content { display: block; content-visibility: visible; }
  pre { max-height: none; white-space: pre-wrap; }
}
`;
