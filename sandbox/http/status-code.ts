/** `/status_code/`: list and read, without authentication (G10, G23, G24). */
import type { FastifyInstance } from "fastify";
import { STATUS_CODES } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { missing } from "../problem.ts";
import { addResource } from "./endpoint.ts";
import { listAnswer } from "./lists.ts";

export function addStatusCode(app: FastifyInstance, service: Service): void {
  const common = { level: "OPEN", kind: "STATUS_CODE" } as const;
  addResource(app, service, "/status_code/", {
    GET: {
      ...common,
      answer: () => listAnswer("status_code", Object.keys(STATUS_CODES).map(Number)),
    },
  });
  addResource(app, service, "/status_code/:code/", {
    GET: {
      ...common,
      answer({ params }) {
        const entry = Object.entries(STATUS_CODES).find(([value]) => value === params.code);
        if (!entry) throw missing("status code");
        return { status: 200, body: { value: Number(entry[0]), ...entry[1] } };
      },
    },
  });
}
