import { useTranslation } from "react-i18next";
import type { Scope } from "../../../contract/customers/permissions.ts";
import { CUSTOMER_DATA } from "../../kit/i18n/customer-data.ts";

/** Lists the requested data; empty: consent to later charges. `openid` is not listed. */
export function useScopeWords(): (scopes: readonly Scope[]) => string {
  const { t, i18n } = useTranslation(CUSTOMER_DATA);
  return (scopes) => {
    if (scopes.length === 0) return t("scope.token");
    const named = scopes.filter((scope) => scope !== "openid" || scopes.length === 1);
    return new Intl.ListFormat(i18n.language).format(named.map((scope) => t(`scope.${scope}`)));
  };
}

/**
 * Describes a retention period.
 * @param days 0: until the end of the sale
 */
export function useRetentionText(): (days: number) => string {
  const { t } = useTranslation(CUSTOMER_DATA);
  return (days) => (days === 0 ? t("presets.keepSale") : t("presets.keepDays", { count: days }));
}
