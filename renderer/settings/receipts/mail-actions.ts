/** Actions on receipts by e-mail: sending one, the mail server's settings, a test of them. */
import type { CommandInput } from "../../../contract/commands.ts";
import type { Result } from "../../../contract/errors.ts";
import type { MailView } from "../../../contract/mail.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";

export function mailActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    /** Sends a payment's receipt to the customer who shared an address with this permission. */
    async mailReceipt(posTid: string, permission: string) {
      const sent = await caller.once("mail", "receipt.mail", { posTid, permission });
      if (sent?.ok === false) store.setState({ failure: sent.error });
    },
    async readMail(): Promise<MailView | null> {
      const read = await client.call("mail.get", {});
      return read.ok ? read.value : null;
    },
    /** null: it is under way already */
    saveMail: (mail: CommandInput<"mail.set">["mail"]): Promise<Result<MailView> | null> =>
      caller.once("mailSettings", "mail.set", { mail }),
    /** null: it is under way already */
    testMail: (to: string): Promise<Result<{ sent: true }> | null> => caller.once("mailTest", "mail.test", { to }),
  };
}
