import type { CommandInput } from "../../../contract/bridge/commands.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { MailView } from "../../../contract/customers/mail.ts";
import type { ActionPorts, Caller } from "../../store/ports.ts";

export function mailActions({ store, client }: ActionPorts, caller: Caller) {
  return {
    async mailReceipt(posTid: string, permission: string) {
      const sent = await caller.callExclusive("mail", "receipt.mail", { posTid, permission });
      if (sent?.ok === false) store.setState({ failure: sent.error });
    },
    async readMail(): Promise<MailView | null> {
      const read = await client.call("mail.get", {});
      return read.ok ? read.value : null;
    },
    /** null: already in progress */
    saveMail: (mail: CommandInput<"mail.set">["mail"]): Promise<Result<MailView> | null> =>
      caller.callExclusive("mailSettings", "mail.set", { mail }),
    /** null: already in progress */
    testMail: (to: string): Promise<Result<{ sent: true }> | null> =>
      caller.callExclusive("mailTest", "mail.test", { to }),
  };
}
