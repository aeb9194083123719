/** A test till that requests customer data: waits for permissions and answers from the phone. */
import type { CommandInput } from "../../contract/bridge/commands.ts";
import type { Permission } from "../../contract/customers/permissions.ts";
import type { Payment } from "../../contract/payments/views.ts";
import { phone } from "./sandbox.ts";
import { CUSTOMER, type TestTill, until } from "./test-till.ts";

type World = Pick<TestTill, "till" | "must" | "sandbox">;

/** Resolves with the permission when it fulfils the condition: event-driven, never by time. */
export function permissionUntil(
  world: Pick<TestTill, "till" | "must">,
  posTid: string,
  holds: (permission: Permission) => boolean,
): Promise<Permission> {
  return until(
    world,
    holds,
    () => world.must("permission.get", { posTid }),
    (event) => (event.type === "permission.changed" && event.permission.posTid === posTid ? event.permission : null),
  );
}

/** Resolves with the payment when it fulfils the condition. */
export function paymentUntil(
  world: Pick<TestTill, "till" | "must">,
  posTid: string,
  holds: (payment: Payment) => boolean,
): Promise<Payment> {
  return until(
    world,
    holds,
    () => world.must("payment.get", { posTid }),
    (event) => (event.type === "payment.changed" && event.payment.posTid === posTid ? event.payment : null),
  );
}

/** Sends a permission request to a customer. */
export async function asking(world: World, input: CommandInput<"permission.request">, customer = CUSTOMER) {
  const { posTid } = await world.must("permission.request", { customer: { kind: "phone", value: customer }, ...input });
  const waiting = await permissionUntil(world, posTid, ({ phase, rid }) => phase === "waiting" && rid !== null);
  return { ...waiting, rid: waiting.rid ?? "" };
}

/**
 * Requests data, has the customer grant it, and reads it. @param scopes scopes that the customer leaves on; all by
 * default
 */
export async function grantedTo(
  world: World,
  input: CommandInput<"permission.request">,
  { scopes, customer = CUSTOMER }: { scopes?: string[]; customer?: string } = {},
): Promise<Permission> {
  const { posTid, rid } = await asking(world, input, customer);
  await phone(world.sandbox, customer).grant(rid, customer, scopes);
  return permissionUntil(world, posTid, isRead);
}

/** Returns whether the granted data has been read. */
export const isRead = ({ phase, reading }: Permission) => (phase === "granted" || phase === "attention") && !reading;
