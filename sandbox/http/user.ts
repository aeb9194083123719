/**
 * `/user/`: list, create, read, update, delete; level KEY (G22 to G24). The secret is never returned; a PUT without a
 * secret keeps it.
 */
import type { FastifyInstance } from "fastify";
import { type UserInput, userInput } from "../../contract/wire/wire.ts";
import type { Service } from "../context.ts";
import { readPublicKey } from "../keys.ts";
import { conflict, invalid, missing } from "../problem.ts";
import { createUser, deleteUser, findUser, isSameUser, type UserRow, updateUser } from "../state/merchants.ts";
import { readNetmask } from "./credentials.ts";
import { addResource, type Call, type Endpoint, readBody, requireSupport } from "./endpoint.ts";
import { detailPath, listPage } from "./lists.ts";
import { withId } from "./pos.ts";

export function addUser(app: FastifyInstance, service: Service): void {
  const endpoint = (answer: Endpoint["answer"]): Endpoint => ({
    level: "KEY",
    kind: "USER",
    answer(call) {
      requireSupport(service.faults.users);
      return answer(call);
    },
  });
  addResource(app, service, "/user/", {
    GET: endpoint((call) => listPage(service, "user", call)),
    POST: endpoint(({ caller, body }) => {
      const input = readUser(body);
      if (!createUser(service.db, caller.merchantId, input)) refuseOther(service, caller.merchantId, input);
      return { status: 201, location: detailPath("user", input.id), body: { id: input.id } };
    }),
  });
  addResource(app, service, "/user/:id/", {
    GET: endpoint((call) => {
      const { id, roles, netmask, pubkey } = ownUser(service, call);
      return { status: 200, body: { id, roles: JSON.parse(roles), netmask, pubkey } };
    }),
    PUT: endpoint((call) => {
      const stored = ownUser(service, call);
      const body = withId(call.body, stored.id);
      const keepsSecret = stored.secret_digest !== null && !names(body, "secret");
      const input = readUser(body, keepsSecret);
      if (input.id !== stored.id) throw invalid({ id: `expected ${stored.id}: an id does not change` });
      updateUser(service.db, call.caller.merchantId, input, keepsSecret ? stored.secret_digest : undefined);
      return { status: 204 };
    }),
    DELETE: endpoint((call) => {
      deleteUser(service.db, call.caller.merchantId, ownUser(service, call).id);
      return { status: 204 };
    }),
  });
}

function ownUser(service: Service, { caller, params }: Call): UserRow {
  const user = findUser(service.db, caller.merchantId, params.id ?? "");
  if (!user) throw missing("user");
  return user;
}

function names(body: unknown, field: string): boolean {
  return body !== null && typeof body === "object" && field in body;
}

function refuseOther(service: Service, merchantId: string, input: UserInput): void {
  const existing = findUser(service.db, merchantId, input.id);
  if (!existing || !isSameUser(existing, input))
    throw conflict("A user with this id and different data exists.", { id: "is taken" });
}

function readUser(body: unknown, hasSecret = false): UserInput {
  const input = readBody(userInput, body);
  const wrong: Record<string, string> = {};
  if (input.pubkey !== null && !readPublicKey(input.pubkey)) {
    wrong.pubkey = "expected an RSA public key of at least 2048 bits in PEM";
  }
  if (input.netmask !== null && !readNetmask(input.netmask)) {
    wrong.netmask = "expected an address or a range, like 192.0.2.0/24";
  }
  if (input.pubkey === null && input.secret === null && !hasSecret)
    wrong.secret = "is required when there is no pubkey";
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return input;
}
