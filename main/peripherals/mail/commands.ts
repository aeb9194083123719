import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, type Result } from "../../../contract/calls/errors.ts";
import type { MailView } from "../../../contract/customers/mail.ts";
import type { Permission } from "../../../contract/customers/permissions.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { operatorLanguageOf } from "../../../contract/values/customer-language.ts";
import type { Mailing } from "../../customers/mailing.ts";
import type { StorageContext } from "../../storage/context.ts";
import { randomIdentifier } from "../../storage/database/identifiers.ts";
import { wholeOf } from "../receipts/follower.ts";
import type { startMailer } from "./mailer.ts";
import { testMessage } from "./message.ts";
import type { MailSettingsStore } from "./settings.ts";
import { submitMessage } from "./smtp.ts";

export interface MailCommandPorts extends Pick<StorageContext, "clock" | "journal" | "log"> {
  mailing: Mailing;
  mailer: ReturnType<typeof startMailer>;
  settings: MailSettingsStore;
  ca: string | null;
  actor(): string | null;
  payment(posTid: string): Payment | null;
  shopName(): string;
  locale: string;
}

export function mailCommands(ports: MailCommandPorts) {
  const { actor, clock, mailer, mailing, settings } = ports;
  const view = (): MailView => {
    const open = mailing.open().filter(({ state }) => state === "waiting");
    return {
      settings: settings.get(),
      hasPassword: settings.hasPassword(),
      waiting: open.length,
      problem: open.find(({ problem }) => problem !== null)?.problem ?? null,
    };
  };
  return {
    "mail.get": (): Result<MailView> => done(view()),
    "mail.set"({ mail }: CommandInput<"mail.set">): Result<MailView> {
      settings.set(mail, { actor: actor(), now: clock.now() });
      mailer.sendNow();
      return done(view());
    },
    "mail.test": ({ to }: CommandInput<"mail.test">) => test(ports, to),
    "receipt.mail"({ posTid, permission = posTid }: CommandInput<"receipt.mail">): Result<Permission> {
      const payment = ports.payment(posTid);
      if (payment === null) return failed("not_found", { posTid });
      if (settings.get() === null) return failed("illegal_state", { posTid, because: reasonFor("mail_not_set_up") });
      if (wholeOf(payment) === null) return failed("illegal_state", { posTid, because: reasonFor("mail_no_receipt") });
      return mailing.queueReceipt(posTid, permission);
    },
  };
}

async function test(ports: MailCommandPorts, to: string): Promise<Result<{ sent: true }>> {
  const { actor, clock, journal, log, ca, mailer, settings } = ports;
  const server = settings.server();
  if (server === null) return failed("illegal_state", { because: reasonFor("mail_not_set_up") });
  const { from } = server;
  const by = actor();
  const message = testMessage(
    { id: randomIdentifier(20), to, from, shopName: ports.shopName(), at: clock.now() },
    operatorLanguageOf(ports.locale),
  );
  const submitted = await submitMessage(server, message, { log, ca, closing: mailer.closed });
  const problem = submitted.is === "sent" ? null : submitted.problem;
  journal.append({ event: "mail.tested", actor: by, data: { problem: problem?.code ?? null } }, clock.now());
  if (problem === null) return done({ sent: true });
  return failed("illegal_state", { because: reasonFor("mail_test_failed", { cause: problem }) });
}
