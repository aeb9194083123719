/**
 * `/application/`: registers applications for the standard flow (section 1); level KEY. The secret is returned only
 * once.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Service } from "../context.ts";
import { redirectProblem } from "../flows/redirects.ts";
import { invalid, missing } from "../problem.ts";
import {
  type Application,
  deleteApplication,
  findApplication,
  insertApplication,
  updateApplication,
} from "../state/applications.ts";
import { addResource, type Call, readBody } from "./endpoint.ts";
import { detailPath, listPage } from "./lists.ts";

const redirectUri = z
  .string()
  .max(2048)
  .superRefine((uri, context) => {
    const problem = redirectProblem(uri);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
export const applicationInput = z.strictObject({
  name: z.string().min(1).max(100),
  redirect_uris: z.array(redirectUri).min(1).max(20),
});
const applicationUpdate = applicationInput.extend({ id: z.string().optional(), client_id: z.string().optional() });

export function addApplication(app: FastifyInstance, service: Service): void {
  const common = { level: "KEY", kind: "APPLICATION" } as const;
  addResource(app, service, "/application/", {
    GET: { ...common, answer: (call) => listPage(service, "application", call) },
    POST: {
      ...common,
      answer({ caller, body }) {
        const input = readBody(applicationInput, body);
        const created = insertApplication(service.db, caller.merchantId, input, service.clock.now());
        const location = detailPath("application", created.client_id);
        return { status: 201, location, body: { id: created.client_id, ...created } };
      },
    },
  });
  addResource(app, service, "/application/:id/", {
    GET: {
      ...common,
      answer(call) {
        const { client_id, name, redirect_uris } = ownApplication(service, call);
        return { status: 200, body: { id: client_id, client_id, name, redirect_uris } };
      },
    },
    PUT: {
      ...common,
      answer(call) {
        const { client_id } = ownApplication(service, call);
        const { id = client_id, client_id: named = client_id, ...input } = readBody(applicationUpdate, call.body);
        if (id !== client_id || named !== client_id) throw invalid({ id: "cannot be changed" });
        updateApplication(service.db, client_id, input);
        return { status: 204 };
      },
    },
    DELETE: {
      ...common,
      answer(call) {
        deleteApplication(service.db, ownApplication(service, call).client_id);
        return { status: 204 };
      },
    },
  });
}

function ownApplication(service: Service, { caller, params }: Call): Application {
  const application = findApplication(service.db, caller.merchantId, params.id ?? "");
  if (!application) throw missing("application");
  return application;
}
