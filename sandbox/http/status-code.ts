/** `/status_code/`: list, read; open to everyone (G10, G23, G24). */
import type { FastifyInstance } from "fastify";
import type { Service } from "../context.ts";
import { missing } from "../problem.ts";
import { STATUS_CODE_TABLE } from "../state/status-codes.ts";
import { addResource } from "./endpoint.ts";
import { listAnswer } from "./lists.ts";

export function addStatusCode(app: FastifyInstance, service: Service): void {
  const common = { level: "OPEN", kind: "STATUS_CODE" } as const;
  addResource(app, service, "/status_code/", {
    GET: {
      ...common,
      answer: () =>
        listAnswer(
          "status_code",
          STATUS_CODE_TABLE.map(({ value }) => value),
        ),
    },
  });
  addResource(app, service, "/status_code/:code/", {
    GET: {
      ...common,
      answer({ params }) {
        const entry = STATUS_CODE_TABLE.find(({ value }) => String(value) === params.code);
        if (!entry) throw missing("status code");
        return { status: 200, body: entry };
      },
    },
  });
}
