/** `/pos/`: list, create, read, update, delete (2.1, G23). */
import type { FastifyInstance } from "fastify";
import { posInput } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { conflict, invalid, missing } from "../problem.ts";
import { createPos, deletePos, findPos, updatePos } from "../state/pos.ts";
import { addResource, readBody } from "./endpoint.ts";
import { detailPath, listPage } from "./lists.ts";

export function addPos(app: FastifyInstance, service: Service): void {
  const common = { level: "SECRET", kind: "POS" } as const;
  addResource(app, service, "/pos/", {
    GET: { ...common, answer: (call) => listPage(service, "pos", call) },
    POST: {
      ...common,
      answer({ caller, body }) {
        const input = readBody(posInput, body);
        if (createPos(service.db, caller.merchantId, input) === "different") {
          throw conflict("A POS with this id and different data exists.", { id: "is taken" });
        }
        return { status: 201, location: detailPath("pos", input.id), body: { id: input.id } };
      },
    },
  });
  addResource(app, service, "/pos/:id/", {
    GET: {
      ...common,
      answer({ caller, params }) {
        const pos = findPos(service.db, caller.merchantId, params.id ?? "");
        if (!pos) throw missing("POS");
        return { status: 200, body: pos };
      },
    },
    PUT: {
      ...common,
      answer({ caller, params, body }) {
        const id = params.id ?? "";
        if (!findPos(service.db, caller.merchantId, id)) throw missing("POS");
        const input = readBody(posInput, withId(body, id));
        if (input.id !== id) throw invalid({ id: `expected ${id}: an id does not change` });
        updatePos(service.db, caller.merchantId, input);
        return { status: 204 };
      },
    },
    DELETE: {
      ...common,
      answer({ caller, params }) {
        if (!deletePos(service.db, caller.merchantId, params.id ?? "")) throw missing("POS");
        return { status: 204 };
      },
    },
  });
}

/** An update may omit the id, which the URL contains. */
export function withId(body: unknown, id: string): unknown {
  return body !== null && typeof body === "object" && !Array.isArray(body) ? { id, ...body } : body;
}
