/** A manager's word for one command: the PIN signs in, the command runs, and the till is the cashier's again. */
import type { Result } from "../../contract/errors.ts";
import type { TillClient } from "../../contract/events.ts";

/**
 * @param pin null when a manager is signed in already
 * @returns what the command came to, or why the PIN was not taken; null when the command is under way already
 */
export async function asManager<T>(
  client: TillClient,
  pin: string | null,
  command: () => Promise<Result<T> | null>,
): Promise<Result<T> | null> {
  if (pin === null) return command();
  const signedIn = await client.call("staff.signIn", { pin });
  if (!signedIn.ok) return signedIn;
  try {
    return await command();
  } finally {
    // The PIN is for this one command: whoever stands at the till next is a cashier again.
    await client.call("staff.signOut", {});
  }
}
