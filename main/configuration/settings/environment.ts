import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { environmentOfDraft } from "../../../contract/configuration/setup-folder.ts";
import type { Environment } from "../../../contract/values/environment.ts";
import type { Vault } from "../../storage/vault/vault.ts";

export function environmentOf(
  settings: Pick<StoredSettings, "demo"> & { service: Pick<StoredSettings["service"], "baseUrl"> },
  vault: Pick<Vault, "get">,
): Environment {
  const { demo, service } = settings;
  return environmentOfDraft({ preset: demo ? "demo" : "custom", testbed: hasTestbedToken(vault), service });
}

export function hasTestbedToken(vault: Pick<Vault, "get">): boolean {
  return Boolean(vault.get("testbedToken"));
}
