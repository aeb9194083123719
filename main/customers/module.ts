import { createPublicKey } from "node:crypto";
import { operatorLanguageOf } from "../../contract/values/customer-language.ts";
import { shopTimeZone } from "../lib/time-zone.ts";
import type { PaymentRow } from "../payments/payment-row.ts";
import type { OperatorContext } from "../people/context.ts";
import { signInApplication } from "./browser/application.ts";
import { browserCheck } from "./browser/check.ts";
import { claimsOf, customersOnly, permissionCommands, recipientOf } from "./commands.ts";
import { startErasure } from "./erasure.ts";
import { forgottenRequests } from "./forget.ts";
import { identityCheck } from "./identity.ts";
import { mailing } from "./mailing.ts";
import type { OpenPermissions } from "./permissions.ts";
import { startPermissionPoller } from "./poller.ts";
import { startReader } from "./reader.ts";

export interface CustomersContext extends OperatorContext {
  permissions: OpenPermissions;
  findPayment(posTid: string): Pick<PaymentRow, "reference"> | null;
  /** Opens the system's browser; null if the window must do it. @see ShellHost */
  openInBrowser(url: string): (() => void) | null;
}

const BROWSER_PAGE = {
  en: "The till has received your answer. You can close this page.",
  nb: "Kassen har fått beskjed. Du kan lukke denne siden.",
} as const;

export type Customers = ReturnType<typeof customersModule>;

export function customersModule(context: CustomersContext) {
  const { connectivity, permissions, settings, signals, staff } = context;
  const { store, presets, requestPorts } = permissions;
  const { baseUrl, merchant } = settings.service;
  const publicKey = settings.service.publicKey === null ? null : createPublicKey(settings.service.publicKey);
  const issuer = baseUrl.replace(/\/$/, "");
  const poller = startPermissionPoller({
    ...context,
    store,
    posId: settings.pos.id,
    settings: settings.polling,
    receiving: connectivity.callbacksWork,
    onGrant: () => signals.emit("permission.granted"),
  });
  const reader = startReader({
    ...context,
    store,
    identity: { publicKey, issuer, audience: merchant },
    timeZone: shopTimeZone(settings),
  });
  const forgotten = forgottenRequests(context.vault);
  const isProgramsSale = (posTid: string) => (context.findPayment(posTid)?.reference ?? null) !== null;
  const erasure = startErasure({ ...context, store, forgotten, isProgramsSale });
  signals.on("permission.pollRequested", poller.pollSoon);
  signals.on("permission.changed", () => {
    for (const loop of [poller, erasure]) loop.wake();
  });
  signals.on("permission.granted", reader.wake);
  signals.on("payment.started", (started) => {
    if (!started.isRepeat) erasure.onSaleStarted(started);
  });
  signals.on("service.online", () => {
    poller.refresh();
    reader.wake();
  });
  const identity = identityCheck(requestPorts);
  signals.on("permission.changed", identity.follow);
  const isPayment = (posTid: string) => context.findPayment(posTid) !== null;
  const commandPorts = { ...requestPorts, approver: staff.approver, isPayment, forgotten };
  const { application, browser } = accountsOf(context, { issuer, publicKey });
  return {
    identity,
    mailing: mailing({
      store,
      actor: staff.actor,
      claimsOf: (row) => claimsOf(commandPorts, row),
      find: (posTid) => customersOnly(store.find(posTid)),
    }),
    browser,
    hasAccounts: () => application.current() !== null,
    recipient: (posTid: string, as: string) => recipientOf(commandPorts, posTid, as),
    commands: { ...presets.commands, ...permissionCommands(commandPorts), "staff.account.set": application.set },
    async close() {
      browser.close();
      await Promise.all([poller.close(), reader.close(), erasure.close()]);
    },
  };
}

function accountsOf(
  context: CustomersContext,
  service: { issuer: string; publicKey: ReturnType<typeof createPublicKey> | null },
) {
  const { api, settings, signals } = context;
  const application = signInApplication({ ...context, onChange: () => signals.emit("terminal.outdated") });
  const browser = browserCheck({
    ...context,
    ...service,
    ca: settings.service.ca,
    serviceNow: api.correctedNow,
    application: application.current,
    page: () => BROWSER_PAGE[operatorLanguageOf(settings.locale)],
  });
  return { application, browser };
}
