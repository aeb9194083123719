import type { Environment } from "../../contract/setup.ts";
import type { Vault } from "../vault/vault.ts";
import type { KeptSettings } from "./provision.ts";

/**
 * Which money a till moves. A testbed token is what the service demands in its test environment and nowhere else
 * (section 5.2), so it alone tells a testbed from the real thing.
 */
export function environmentOf(settings: Pick<KeptSettings, "demo">, vault: Pick<Vault, "get">): Environment {
  if (settings.demo) return "demo";
  return vault.get("testbedToken") ? "test" : "live";
}
