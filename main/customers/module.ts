/** Customer data, with the customer's consent. */
import type { OperatorContext } from "../people/context.ts";
import { openPresets } from "./presets.ts";

export type Customers = ReturnType<typeof customersModule>;

/** Opens what the shop asks its customers for. */
export function customersModule(context: OperatorContext) {
  const presets = openPresets(context);
  return { commands: presets.commands };
}
