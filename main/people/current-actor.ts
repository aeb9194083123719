/**
 * Who acts. A command is one person's from its beginning to its end: whoever signs in or out while it waits for the
 * service, for the disk or for a key to be made has no part in it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { SignedIn } from "./session.ts";

export interface CurrentActor {
  /** Runs a command as whoever is signed in now, or as nobody's. */
  begin<T>(act: () => T): T;
  /** Runs a part of it in somebody else's name, by their PIN. */
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

/** Makes it. Outside of every command whoever is signed in acts. @param signedIn who that is now */
export function createCurrentActor(signedIn: () => SignedIn | null): CurrentActor {
  const commands = new AsyncLocalStorage<Command>();
  const standing = (): Command => {
    const now = signedIn();
    return { caller: now, actor: now };
  };
  const current = () => commands.getStore() ?? standing();
  return {
    // Not whoever began the command that this one may come out of: an event of one may be what causes another.
    begin: (act) => commands.run(standing(), act),
    as: (member, act) => commands.run({ ...current(), actor: member }, act),
    actor: () => current().actor,
    caller: () => current().caller,
  };
}
