/**
 * The acting user of a command. The user stays the same until the command ends, even if another user signs in
 * meanwhile.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { SignedIn } from "./session.ts";

export interface CurrentActor {
  begin<T>(act: () => T): T;
  /** Runs a command as another program, regardless of the signed-in user. */
  beginAs<T>(program: SignedIn, act: () => T): T;
  as<T>(member: SignedIn, act: () => T): T;
  actor(): SignedIn | null;
  /** The user who called the command, even while another user's PIN approves it */
  caller(): SignedIn | null;
}

interface Command {
  caller: SignedIn | null;
  actor: SignedIn | null;
}

/** Outside of commands the signed-in user acts. */
export function createCurrentActor(signedIn: () => SignedIn | null): CurrentActor {
  const commands = new AsyncLocalStorage<Command>();
  const fromSession = (): Command => {
    const now = signedIn();
    return { caller: now, actor: now };
  };
  const current = () => commands.getStore() ?? fromSession();
  return {
    // Not the outer command's actor: an event of one command may start another.
    begin: (act) => commands.run(fromSession(), act),
    beginAs: (program, act) => commands.run({ caller: program, actor: program }, act),
    as: (member, act) => commands.run({ ...current(), actor: member }, act),
    actor: () => current().actor,
    caller: () => current().caller,
  };
}
