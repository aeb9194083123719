/** Resolves the `customer` field (G3). */
import { PHONE_PATTERN } from "../../contract/values/identifiers.ts";
import type { Service } from "../context.ts";
import { invalid } from "../problem.ts";
import { findCustomer } from "../state/customers.ts";
import { findAccessToken } from "../state/permissions.ts";
import { findScan } from "../state/shortlinks.ts";

/**
 * Finds a customer by scan token, phone number or access token.
 * Throws a 400 that describes the invalid identifier.
 * @returns the customer's phone number
 */
export function identifyCustomer(service: Service, merchantId: string, identifier: string): string {
  if (identifier.startsWith("token:")) return byToken(service, merchantId, findScan(service.db, identifier), "scan");
  if (!PHONE_PATTERN.test(identifier)) {
    return byToken(service, merchantId, findAccessToken(service.db, identifier), "access");
  }
  const customer = findCustomer(service.db, identifier);
  if (!customer) throw invalid({ customer: "no customer has this phone number; /phone lists the customers" });
  return customer.phone;
}

function byToken(
  service: Service,
  merchantId: string,
  token: { merchant_id: string; customer: string; expires_at: number } | undefined,
  kind: "scan" | "access",
): string {
  // A token is valid only for its own merchant.
  if (!token || token.merchant_id !== merchantId) {
    const expected = "a scan token (token:…), an access token, or a phone number in digits with its country code";
    throw invalid({ customer: `is not a valid ${kind} token of this merchant; expected ${expected}` });
  }
  if (token.expires_at <= service.clock.now()) throw invalid({ customer: `this ${kind} token has expired` });
  return token.customer;
}
