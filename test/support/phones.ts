/** A test till with staff who approve by phone: links phones, scans codes and answers checks. */
import type { PhoneCheck, PhoneCheckState } from "../../contract/people/staff-phones.ts";
import { phone } from "./sandbox.ts";
import { MANAGER_PIN, type TestTill } from "./test-till.ts";

type World = Pick<TestTill, "till" | "must" | "sandbox">;

/** Resolves with a check when it reaches a state: event-driven, never by time. */
export async function checkUntil(world: World, id: string, state: PhoneCheckState): Promise<PhoneCheck> {
  const { promise, resolve } = Promise.withResolvers<PhoneCheck>();
  const look = (check: PhoneCheck) => {
    if (check.id === id && check.state === state) resolve(check);
  };
  const unsubscribe = world.till.events.subscribe(({ event }) => {
    if (event.type === "phone.changed") look(event.check);
  });
  try {
    look(await world.must("staff.phone.get", { check: id }));
    return await promise;
  } finally {
    unsubscribe();
  }
}

/** Scans the shown code with a phone. @returns the request on the phone */
export async function scanned(
  world: World,
  check: PhoneCheck,
  customer: string,
): Promise<{ rid: string; text: string }> {
  const scanning = phone(world.sandbox, customer);
  await scanning.scan(check.qr?.text ?? "");
  const { rid, text } = await scanning.permission();
  return { rid, text: text ?? "" };
}

/** Scans the code, and has its owner approve. @returns the request on the phone */
export async function granted(world: World, check: PhoneCheck, customer: string): Promise<string> {
  const { rid, text } = await scanned(world, check, customer);
  await phone(world.sandbox, customer).grant(rid);
  return text;
}

/** Returns the number shown on a phone that is being linked. */
export const numberIn = (text: string) => /\d{4}$/.exec(text)?.[0] ?? "";

/** Links a phone to a named person of the till; the owner is signed in. */
export async function linkPhone(world: World, name: string, customer: string): Promise<string> {
  const { items } = await world.must("staff.list", {});
  const id = items.find((person) => person.name === name)?.id ?? "";
  const check = await world.must("staff.phone.link", { id });
  const text = await granted(world, check, customer);
  await checkUntil(world, check.id, "confirm");
  await world.must("staff.phone.confirm", { check: check.id, number: numberIn(text), pin: MANAGER_PIN });
  return id;
}
