import type { Customers } from "../../customers/module.ts";
import type { PaymentStore } from "../../payments/store.ts";
import type { OperatorContext } from "../../people/context.ts";
import type { ReceiptIssuer } from "../receipts/issuer.ts";
import type { ReceiptSettingsStore } from "../receipts/settings.ts";
import { mailCommands } from "./commands.ts";
import { startMailer } from "./mailer.ts";
import { mailSettingsStore } from "./settings.ts";

export interface MailContext extends OperatorContext {
  store: PaymentStore;
  issuer: ReceiptIssuer;
  mailing: Customers["mailing"];
  receiptSettings: Pick<ReceiptSettingsStore, "get">;
}

export type MailModule = ReturnType<typeof mailModule>;

export function mailModule(context: MailContext) {
  const { settings: kept, signals, staff, store } = context;
  const settings = mailSettingsStore(context);
  const ca = kept.service.ca ?? null;
  const mailer = startMailer({ ...context, ca, server: settings.server, payment: store.view });
  signals.on("payment.changed", mailer.wake);
  signals.on("permission.changed", mailer.wake);
  return {
    commands: mailCommands({
      ...context,
      settings,
      mailer,
      ca,
      actor: staff.actor,
      payment: (posTid) => (store.rows.find(posTid) ? store.view(posTid) : null),
      shopName: () => context.receiptSettings.get().shop.name,
      locale: kept.locale,
    }),
    close: mailer.close,
  };
}
