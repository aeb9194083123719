/** The specification of the Merchant Payments API, field by field. */

import { authenticationSections } from "./authentication.ts";
import { callbackSections } from "./callbacks.ts";
import { endpointSections } from "./endpoints.ts";
import { paymentSections } from "./payments.ts";
import { permissionSections } from "./permissions.ts";
import { resourceSections } from "./resources.ts";
import type { Section } from "./section.ts";

export const SPECIFICATION: readonly Section[] = [
  ...resourceSections,
  ...paymentSections,
  ...permissionSections,
  ...callbackSections,
  ...endpointSections,
  ...authenticationSections,
];
