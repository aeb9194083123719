import { customerDataActions } from "../customer-data/actions.ts";
import { exportsActions } from "../office/exports/actions.ts";
import { journalActions } from "../office/journal/actions.ts";
import { reportActions } from "../office/reports/actions.ts";
import { inboxActions } from "../payments/inbox/actions.ts";
import { listActions } from "../payments/list/actions.ts";
import { queueActions } from "../payments/queue/actions.ts";
import { refundRequestActions } from "../payments/refund/actions.ts";
import { reservationActions } from "../payments/reserved/actions.ts";
import { settingsActions } from "../settings/actions.ts";
import { catalogueActions } from "../settings/catalogue/actions.ts";
import { diagnosticsActions } from "../settings/health/actions.ts";
import { keysActions } from "../settings/keys/actions.ts";
import { kioskActions } from "../settings/kiosk/actions.ts";
import { peopleActions } from "../settings/people/actions.ts";
import { mailActions, receiptActions } from "../settings/receipts/actions.ts";
import { registerActions } from "../settings/registers/actions.ts";
import { shellActions } from "../settings/shell-actions.ts";
import { stickerActions } from "../settings/stickers/actions.ts";
import { setupActions } from "../setup/actions.ts";
import type { ActionPorts, Caller } from "../store/ports.ts";
import { merge } from "./merge.ts";
import type { startupActions } from "./startup-actions.ts";

export function lazyActions(
  ports: ActionPorts,
  caller: Caller,
  { readCatalogue, addScanned }: Pick<ReturnType<typeof startupActions>, "readCatalogue" | "addScanned">,
) {
  return merge(
    customerDataActions(ports, caller),
    exportsActions(ports, caller),
    journalActions(ports, caller),
    reportActions(ports, caller),
    listActions(ports, caller, addScanned),
    refundRequestActions(ports, caller),
    reservationActions(ports, caller),
    catalogueActions(ports, caller, readCatalogue),
    diagnosticsActions(ports, caller),
    keysActions(ports, caller),
    kioskActions(ports, caller),
    mailActions(ports, caller),
    registerActions(ports, caller),
    stickerActions(ports, caller),
    peopleActions(ports, caller),
    receiptActions(ports, caller),
    shellActions(ports, caller),
    queueActions(ports, caller),
    inboxActions(ports, caller),
    settingsActions(ports, caller),
    setupActions(ports, caller),
  );
}
