import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import type { StaffRules } from "../../../contract/people/staff.ts";
import { withStaff } from "../../store/operator-change.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";

import { phoneActions } from "./phone-actions.ts";

type StaffCommand = Extract<CommandName, `staff.${string}`>;

/** Interval of activity reports: short enough to postpone the automatic sign-out and updates. */
const TOUCH_EVERY_MS = 20_000;

export function peopleActions(ports: ActionPorts, caller: Caller) {
  const { store, client, now } = ports;
  let touchedAt = 0;
  const ask = async <N extends StaffCommand>(name: N, input: CommandInput<N>): Promise<CommandValues[N] | null> => {
    store.setState(({ people }) => ({ people: { ...people, problem: null, asked: name } }));
    const result = await caller.callExclusive("people", name, input);
    if (result === null) return null;
    if (result.ok) return result.value;
    store.setState(({ people }) => ({ people: { ...people, problem: result.error } }));
    return null;
  };
  const readPeople = async () => {
    const listed = await client.call("staff.list", {});
    if (listed.ok) store.setState(({ people }) => ({ people: { ...people, list: listed.value.items } }));
  };
  const thenReload = async (changed: Promise<unknown>): Promise<boolean> => {
    const isDone = (await changed) !== null;
    if (isDone) await readPeople();
    return isDone;
  };
  return {
    ...phoneActions(ports, caller, readPeople),
    async readNames() {
      const named = await client.call("staff.names", {});
      if (named.ok) store.setState(({ people }) => ({ people: { ...people, names: named.value.items } }));
    },
    readPeople,
    async signIn(pin: string, person?: string): Promise<boolean> {
      const staff = await ask("staff.signIn", { pin, person });
      // Applied before the event, which would remove the next message.
      if (staff !== null) store.setState((state) => withStaff(state, staff));
      return staff !== null;
    },
    async signOut() {
      await ask("staff.signOut", {});
    },
    claimOwner: async (name: string, pin: string): Promise<boolean> =>
      (await ask("staff.claimOwner", { name, pin })) !== null,
    changePin: async (pin: string, newPin: string): Promise<boolean> =>
      (await ask("staff.changePin", { pin, newPin })) !== null,
    addPerson: (person: CommandInput<"staff.add">) => thenReload(ask("staff.add", person)),
    changePerson: (change: CommandInput<"staff.change">) => thenReload(ask("staff.change", change)),
    setPolicy: async (rules: StaffRules): Promise<boolean> => (await ask("staff.setPolicy", rules)) !== null,
    setRole: async (role: CommandInput<"staff.setRole">): Promise<boolean> =>
      (await ask("staff.setRole", role)) !== null,
    removeRole: async (id: string): Promise<boolean> => (await ask("staff.removeRole", { id })) !== null,
    forgetPeopleProblem() {
      store.setState(({ people }) => ({ people: { ...people, problem: null } }));
    },
    touch() {
      if (store.getState().terminal === null || now() - touchedAt < TOUCH_EVERY_MS) return;
      touchedAt = now();
      void client.call("staff.touch", {});
    },
  };
}
