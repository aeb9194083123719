/** Customer data, with the customer's consent: asking, reading what was granted, and its end. */
import { createPublicKey } from "node:crypto";
import { shopTimeZone } from "../lib/time-zone.ts";
import type { OperatorContext } from "../people/context.ts";
import { claimsOf, customersOnly, permissionCommands, recipientOf } from "./commands.ts";
import { startErasure } from "./erasure.ts";
import { identityCheck } from "./identity.ts";
import { mailing } from "./mailing.ts";
import type { OpenPermissions } from "./permissions.ts";
import { startPermissionPoller } from "./poller.ts";
import { startReader } from "./reader.ts";

export interface CustomersContext extends OperatorContext {
  permissions: OpenPermissions;
  /** Whether a payment has this name */
  isPayment(posTid: string): boolean;
}

export type Customers = ReturnType<typeof customersModule>;

/** Starts what goes on by itself: asking for outcomes, reading, erasing. */
export function customersModule(context: CustomersContext) {
  const { connectivity, permissions, settings, signals, staff } = context;
  const { store, presets, requestPorts } = permissions;
  const { baseUrl, merchant, publicKey } = settings.service;
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
    identity: {
      publicKey: publicKey === null ? null : createPublicKey(publicKey),
      issuer: baseUrl.replace(/\/$/, ""),
      audience: merchant,
    },
    timeZone: shopTimeZone(settings),
  });
  const erasure = startErasure({ ...context, store });
  signals.on("permission.wanted", poller.soon);
  signals.on("permission.changed", () => {
    for (const loop of [poller, erasure]) loop.wake();
  });
  signals.on("permission.granted", reader.wake);
  signals.on("payment.started", ({ posTid, isAgain }) => {
    if (!isAgain) erasure.saleBegins(posTid);
  });
  signals.on("service.online", () => {
    poller.refresh();
    reader.wake();
  });
  const identity = identityCheck(requestPorts);
  signals.on("permission.changed", identity.follow);
  const commandPorts = { ...requestPorts, approver: staff.approver, isPayment: context.isPayment };
  return {
    identity,
    mailing: mailing({
      store,
      actor: staff.actor,
      claimsOf: (row) => claimsOf(commandPorts, row),
      find: (posTid) => customersOnly(store.find(posTid)),
    }),
    /** See {@link recipientOf}. */
    recipient: (posTid: string, as: string) => recipientOf(commandPorts, posTid, as),
    commands: { ...presets.commands, ...permissionCommands(commandPorts) },
    async close() {
      await Promise.all([poller.close(), reader.close(), erasure.close()]);
    },
  };
}
