/** `/merchant/`: list and read (G23). A caller sees its own merchant. */
import type { FastifyInstance } from "fastify";
import type { Service } from "../context.ts";
import { missing } from "../problem.ts";
import { findMerchant } from "../state/merchants.ts";
import { addResource } from "./endpoint.ts";
import { listAnswer } from "./lists.ts";

export function addMerchant(app: FastifyInstance, service: Service): void {
  addResource(app, service, "/merchant/", {
    GET: { level: "SECRET", kind: "MERCHANT", answer: ({ caller }) => listAnswer("merchant", [caller.merchantId]) },
  });
  addResource(app, service, "/merchant/:id/", {
    GET: {
      level: "SECRET",
      kind: "MERCHANT",
      answer({ caller, params }) {
        const merchant = params.id === caller.merchantId ? findMerchant(service.db, caller.merchantId) : undefined;
        if (!merchant) throw missing("merchant");
        return { status: 200, body: { ...merchant, currency: service.settings.currency } };
      },
    },
  });
}
