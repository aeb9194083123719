import i18next from "i18next";
import type { SetupShared } from "../../contract/configuration/setup.ts";
import { printerPlaceName } from "../../contract/receipts/receipts.ts";
import { isBuiltIn } from "../../contract/values/roles.ts";

/**
 * Lists the imported parts with a detail each.
 * @param money formats an amount in minor units
 */
export function sharedParts(shared: SetupShared, money: (amount: number) => string): string[] {
  const { allowCredit, offline, confirmAbove, products, shop, printer, receipt, businessDay, expiry, polling, rate } =
    shared;
  const { t } = i18next;
  const roles = shared.roles?.map(({ id, name }) => (isBuiltIn(id) ? t(`staff.role.${id}`) : name)) ?? [];
  return [
    ...(shop === null ? [] : [t("setup.shared.shop", { name: shop.name })]),
    ...(printer === null || printer.kind === "none"
      ? []
      : [t("setup.shared.printer", { host: printerPlaceName(printer) })]),
    ...(receipt === null ? [] : [t(receipt.electronic ? "setup.shared.receiptsSent" : "setup.shared.receipts")]),
    ...(products.length === 0 ? [] : [t("setup.shared.products", { count: products.length })]),
    ...(roles.length === 0 ? [] : [t("setup.shared.roles", { names: roles.join(", ") })]),
    ...(shared.counter === null ? [] : [t("setup.shared.counter")]),
    offline.enabled ? t("setup.shared.offline", { amount: money(offline.maxAmount) }) : t("setup.shared.offlineOff"),
    t(allowCredit ? "setup.shared.credit" : "setup.shared.noCredit"),
    ...(confirmAbove === null ? [] : [t("setup.shared.confirm", { amount: money(confirmAbove) })]),
    t("setup.shared.day", { cutOff: businessDay.cutOff }),
    ...(shared.kiosk.dispenser.driver === "none" ? [] : [t("setup.shared.machine")]),
    ...(shared.restartAt ? [t("setup.shared.restart", { time: shared.restartAt })] : []),
    t("setup.shared.expiry", { seconds: expiry.counterSeconds }),
    t("setup.shared.polling", { seconds: polling.activeMs / 1000 }),
    t("setup.shared.rate", { number: rate.perSecond }),
  ];
}
