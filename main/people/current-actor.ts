/**
 * The acting user of a command. The user stays the same until the command ends, even if another user signs in
 * meanwhile.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { SignedIn } from "./session.ts";

export type CurrentActor = ReturnType<typeof createCurrentActor>;

interface Command {
  caller: SignedIn | null;
  actor: SignedIn | null;
}

/** Outside of commands the signed-in user acts. */
export function createCurrentActor(signedIn: () => SignedIn | null) {
  const commands = new AsyncLocalStorage<Command>();
  const fromSession = (): Command => {
    const now = signedIn();
    return { caller: now, actor: now };
  };
  const current = () => commands.getStore() ?? fromSession();
  return {
    // Not the outer command's actor: an event of one command may start another.
    begin: <T>(act: () => T) => commands.run(fromSession(), act),
    /** Runs a command as another program, regardless of the signed-in user. */
    beginAs: <T>(program: SignedIn, act: () => T) => commands.run({ caller: program, actor: program }, act),
    as: <T>(member: SignedIn, act: () => T) => commands.run({ ...current(), actor: member }, act),
    actor: () => current().actor,
    /** The user who called the command, even while another user's PIN approves it */
    caller: () => current().caller,
  };
}
