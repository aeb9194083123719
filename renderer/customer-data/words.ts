import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Permission } from "../../contract/customers/permissions.ts";
import { CUSTOMER_DATA } from "../kit/i18n/customer-data.ts";
import { useScopeWords } from "../settings/presets/words.ts";
import { useTill } from "../store/store.ts";

const CLAIMS = [
  "name",
  "phone_number",
  "email",
  "street_address",
  "postal_code",
  "locality",
  "country",
  "formatted",
  "sub",
] as const;
const SCOPES = [
  "address",
  "bankid",
  "email",
  "fodselsnummer",
  "openid",
  "phone",
  "profile",
  "shipping_address",
] as const;

/** Returns a claim's name: `shipping_address.locality` is the town, `email` the whole scope. */
export function claimWords(t: TFunction<typeof CUSTOMER_DATA>, claim: string): string {
  const [scope = "", name] = claim.split(".");
  const known = CLAIMS.find((one) => one === (name ?? scope));
  if (known !== undefined) return t(`claim.${known}`);
  const knownScope = SCOPES.find((one) => one === scope);
  return knownScope === undefined ? t("claim.other") : t(`scope.${knownScope}`);
}

export function usePermissionName(): (permission: Permission) => string {
  const scopes = useScopeWords();
  const presets = useTill((state) => state.customerData.presets);
  return ({ preset, scope }) => presets?.find(({ id }) => id === preset)?.name ?? scopes(scope);
}

export function useCustomerDataTexts(): TFunction<typeof CUSTOMER_DATA> {
  return useTranslation(CUSTOMER_DATA).t;
}
