/**
 * Generates the types of docs/examples/till-types.ts from docs/openapi.json: its schemas, and the body of each request.
 * A test compares and updates the file.
 */

interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  description?: string;
}

interface Operation {
  operationId: string;
  summary?: string;
  requestBody?: { content: { "application/json": { schema: Schema } } };
}

/** The parts of an OpenAPI document that become types */
export interface Description {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
}

/** Returns the file's text. */
export function registerTypes({ components, paths }: Description): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const bodies = operations.flatMap(({ operationId, summary, requestBody }): [string, Schema][] => {
    const schema = requestBody?.content["application/json"].schema;
    const isEmpty = schema?.type === "object" && Object.keys(schema.properties ?? {}).length === 0;
    if (schema === undefined || isEmpty) return [];
    return [[`${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`, { description: summary, ...schema }]];
  });
  const named = [...Object.entries(components.schemas), ...bodies];
  const types = named.map(([name, schema]) => `${words(schema, "")}export type ${name} = ${typeOf(schema, "")};\n`);
  return [`/** Requests and responses of a till, generated from \`GET /api/v1/openapi.json\`. */\n`, ...types].join(
    "\n",
  );
}

/** Returns a schema as a TypeScript type, indented. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return branches.map((branch) => typeOf(branch, indent)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  if (schema.type === "integer") return "number";
  if (schema.type === "array") return `Array<${typeOf(schema.items ?? {}, indent)}>`;
  if (schema.type === "object") return objectOf(schema, indent);
  if (schema.type === undefined) return "unknown";
  return schema.type;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${words(schema, inner)}${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};\n`,
  );
  const others = typeof additionalProperties === "object" ? [`${inner}[name: string]: unknown;\n`] : [];
  return `{\n${[...fields, ...others].join("")}${indent}}`;
}

function words({ description }: Schema, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description} */\n`;
}
