/** Errors in one format: `{"error_type", "error_description", "error_details"}` (G18). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorBody } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { Problem } from "../problem.ts";

export function errorBodyOf(problem: Problem): ErrorBody {
  return { error_type: problem.type, error_description: problem.message, error_details: problem.details };
}

/** Converts all errors to that format: exceptions, unknown URLs and malformed requests. */
export function addErrors(app: FastifyInstance, service: Service): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (reply.sent || reply.raw.headersSent) return;
    sendProblem(service, reply, toProblem(service, error, request));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.raw.url?.split("?")[0] ?? "";
    const hint = path.endsWith("/") ? "" : " All API URLs end with a slash.";
    sendProblem(service, reply, new Problem(404, "not_found", `There is no endpoint at ${path.slice(0, 200)}.${hint}`));
  });
}

/** Paths of the sandbox itself, which use no dialect. */
const OWN_PATHS = /^\/(phone|control|portal)\b/;

export function sendProblem(service: Service, reply: FastifyReply, problem: Problem): FastifyReply {
  reply.code(problem.statusCode).headers(problem.headers);
  if (OWN_PATHS.test(reply.request.url)) return sendJson(reply, errorBodyOf(problem), "application/json");
  const { errors, mediaType } = service.dialect.draw();
  switch (errors) {
    case "named":
      return sendJson(reply, errorBodyOf(problem), mediaType);
    case "other":
      return sendJson(reply, { message: problem.message, code: problem.type }, mediaType);
    case "none":
      return reply.send();
    case "html":
      return reply.type("text/html; charset=utf-8").send("<h1>This did not work</h1>");
  }
}

/** Sends the API's exact media type. Uses bytes, because Fastify appends a charset to text (section 9). */
export function sendJson(reply: FastifyReply, value: unknown, type: string): FastifyReply {
  return reply.type(type).send(Buffer.from(JSON.stringify(value)));
}

function toProblem(service: Service, error: FastifyError | Problem, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const status = error.statusCode ?? 500;
  if (status < 500) return new Problem(status, "invalid_request", error.message);
  service.log.error({ error: error.message, stack: error.stack, method: request.method }, "request failed");
  return new Problem(500, "internal", "The sandbox failed; its log says why.");
}
