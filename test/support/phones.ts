/** A test till whose people approve by their own phones: linking one, scanning the code, and what comes of it. */
import type { PhoneCheck, PhoneCheckState } from "../../contract/staff-phones.ts";
import { phone } from "./sandbox.ts";
import { MANAGER_PIN, type TestTill } from "./test-till.ts";

type World = Pick<TestTill, "till" | "must" | "sandbox">;

/** Resolves with a check as soon as it is in a state: by its events, never by time. */
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

/** A phone scans the code that is shown, and is asked. @returns what it is asked */
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

/** The same, and its owner says yes. @returns what it was asked with */
export async function granted(world: World, check: PhoneCheck, customer: string): Promise<string> {
  const { rid, text } = await scanned(world, check, customer);
  await phone(world.sandbox, customer).grant(rid);
  return text;
}

/** The number that a phone shows which is to be linked. */
export const numberIn = (text: string) => /\d{4}$/.exec(text)?.[0] ?? "";

/** Links a phone to a person of the till, by name; the owner is signed in. */
export async function linkPhone(world: World, name: string, customer: string): Promise<string> {
  const { items } = await world.must("staff.list", {});
  const id = items.find((person) => person.name === name)?.id ?? "";
  const check = await world.must("staff.phone.link", { id });
  const text = await granted(world, check, customer);
  await checkUntil(world, check.id, "confirm");
  await world.must("staff.phone.confirm", { check: check.id, number: numberIn(text), pin: MANAGER_PIN });
  return id;
}
