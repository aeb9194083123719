/** `/user/`: list, create, read, update, delete; all at level KEY (G22 to G24). A secret is never given back. */
import type { FastifyInstance } from "fastify";
import { type UserInput, userInput } from "../../contract/wire.ts";
import type { Service } from "../context.ts";
import { readPublicKey } from "../keys.ts";
import { conflict, invalid, missing } from "../problem.ts";
import { createUser, deleteUser, findUser, isSameUser, updateUser } from "../state/merchants.ts";
import { readNetmask } from "./credentials.ts";
import { addResource, readBody } from "./endpoint.ts";
import { detailPath, listPage } from "./lists.ts";
import { withId } from "./pos.ts";

export function addUser(app: FastifyInstance, service: Service): void {
  const common = { level: "KEY", kind: "USER" } as const;
  addResource(app, service, "/user/", {
    GET: { ...common, answer: (call) => listPage(service, "user", call) },
    POST: {
      ...common,
      answer({ caller, body }) {
        const input = readUser(body);
        if (!createUser(service.db, caller.merchantId, input)) refuseOther(service, caller.merchantId, input);
        return { status: 201, location: detailPath("user", input.id), body: { id: input.id } };
      },
    },
  });
  addResource(app, service, "/user/:id/", {
    GET: {
      ...common,
      answer({ caller, params }) {
        const user = findUser(service.db, caller.merchantId, params.id ?? "");
        if (!user) throw missing("user");
        const { id, roles, netmask, pubkey } = user;
        return { status: 200, body: { id, roles: JSON.parse(roles), netmask, pubkey } };
      },
    },
    PUT: {
      ...common,
      answer({ caller, params, body }) {
        const id = params.id ?? "";
        if (!findUser(service.db, caller.merchantId, id)) throw missing("user");
        const input = readUser(withId(body, id));
        if (input.id !== id) throw invalid({ id: `expected ${id}: an id does not change` });
        updateUser(service.db, caller.merchantId, input);
        return { status: 204 };
      },
    },
    DELETE: {
      ...common,
      answer({ caller, params }) {
        if (!deleteUser(service.db, caller.merchantId, params.id ?? "")) throw missing("user");
        return { status: 204 };
      },
    },
  });
}

function refuseOther(service: Service, merchantId: string, input: UserInput): void {
  const before = findUser(service.db, merchantId, input.id);
  if (!before || !isSameUser(before, input))
    throw conflict("There is a user of this id with other data.", { id: "is taken" });
}

function readUser(body: unknown): UserInput {
  const input = readBody(userInput, body);
  const wrong: Record<string, string> = {};
  if (input.pubkey !== null && !readPublicKey(input.pubkey)) {
    wrong.pubkey = "expected an RSA public key of at least 2048 bits in PEM";
  }
  if (input.netmask !== null && !readNetmask(input.netmask)) {
    wrong.netmask = "expected an address or a range, like 192.0.2.0/24";
  }
  if (input.pubkey === null && input.secret === null) wrong.secret = "is required when there is no pubkey";
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return input;
}
