/** A test till whose customers are asked for their data: waiting for a permission, and answering from the phone. */
import type { CommandInput } from "../../contract/commands.ts";
import type { Permission } from "../../contract/permissions.ts";
import { phone } from "./sandbox.ts";
import { CUSTOMER, type TestTill } from "./test-till.ts";

/** Resolves with the permission as soon as it is what the test waits for: by its events, never by time. */
export async function permissionUntil(
  world: Pick<TestTill, "till" | "must">,
  posTid: string,
  holds: (permission: Permission) => boolean,
): Promise<Permission> {
  const { promise, resolve } = Promise.withResolvers<Permission>();
  const look = (shown: Permission) => {
    if (shown.posTid === posTid && holds(shown)) resolve(shown);
  };
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type === "permission.changed") look(event.permission);
  });
  try {
    look(await world.must("permission.get", { posTid }));
    return await promise;
  } finally {
    unsubscribe();
  }
}

/** A customer who is being asked. */
export async function asking(world: TestTill, input: CommandInput<"permission.request">, customer = CUSTOMER) {
  const { posTid } = await world.must("permission.request", { customer: { kind: "phone", value: customer }, ...input });
  const waiting = await permissionUntil(world, posTid, ({ phase, rid }) => phase === "waiting" && rid !== null);
  return { ...waiting, rid: waiting.rid ?? "" };
}

/** What was asked, granted by the customer and read. @param scopes those that the customer leaves on; all unless told */
export async function grantedTo(
  world: TestTill,
  input: CommandInput<"permission.request">,
  { scopes, customer = CUSTOMER }: { scopes?: string[]; customer?: string } = {},
): Promise<Permission> {
  const { posTid, rid } = await asking(world, input, customer);
  await phone(world.sandbox, customer).grant(rid, customer, scopes);
  return permissionUntil(world, posTid, isRead);
}

/** Whether what was granted has been read. */
export const isRead = ({ phase, reading }: Permission) => (phase === "granted" || phase === "attention") && !reading;
