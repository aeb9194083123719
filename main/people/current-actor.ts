/**
 * The acting user of a command. It is one person's from its beginning to its end, whoever signs in or out while it waits
 * for the service, for the disk or for a key to be made.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { SignedIn } from "./session.ts";

export interface CurrentActor {
  /** Runs a command as the signed-in user, or without one. */
  begin<T>(act: () => T): T;
  /** Runs a command as another program, whoever is signed in. */
  beginAs<T>(program: SignedIn, act: () => T): T;
  /** Runs a part of it in another person's name, by their PIN. */
  as<T>(member: SignedIn, act: () => T): T;
  /** In whose name it is done */
  actor(): SignedIn | null;
  /** Who called the command, also while another's PIN approves it */
  caller(): SignedIn | null;
}

interface Command {
  caller: SignedIn | null;
  actor: SignedIn | null;
}

/** Makes it. Outside of every command the signed-in user is the acting user. @param signedIn who that is now */
export function createCurrentActor(signedIn: () => SignedIn | null): CurrentActor {
  const commands = new AsyncLocalStorage<Command>();
  const fromSession = (): Command => {
    const now = signedIn();
    return { caller: now, actor: now };
  };
  const current = () => commands.getStore() ?? fromSession();
  return {
    // Not the actor of the command that this one may come out of: an event of one may cause another.
    begin: (act) => commands.run(fromSession(), act),
    beginAs: (program, act) => commands.run({ caller: program, actor: program }, act),
    as: (member, act) => commands.run({ ...current(), actor: member }, act),
    actor: () => current().actor,
    caller: () => current().caller,
  };
}
