import { createPrivateKey, X509Certificate } from "node:crypto";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { SetupDraft, SetupSecrets } from "../../../contract/configuration/setup.ts";
import { environmentOfDraft, sameAddress } from "../../../contract/configuration/setup-folder.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { makePrivateKey } from "../keys/prepare.ts";
import { publicHalfOf } from "../keys/slots.ts";
import { environmentOf } from "../settings/environment.ts";
import type { AvailableToDraft } from "./draft.ts";
import type { BoundName, StagedName, Staging } from "./staging.ts";

export interface SecretSources {
  settings: StoredSettings;
  vault: Vault;
  staging: Staging;
}

/** Returns staged secrets, or the till's own for its own service. No secret is used at another service. */
export async function secretsFor(
  draft: SetupDraft,
  { settings, vault, staging }: SecretSources,
): Promise<AvailableToDraft> {
  const isOwn = isOwnService(draft, { settings, vault });
  const tls = await tlsOf({ settings, vault, staging });
  if (draft.preset === "demo") {
    // The demo's own key, even when a key for a real service is staged.
    const privateKey = (isOwn ? vault.get("privateKey") : null) ?? (await makePrivateKey());
    const secrets = { privateKey, secret: null, testbedToken: null, tlsKey: tls.key };
    return { current: settings, secrets, tlsCertificate: tls.certificate };
  }
  const ownSecret = (name: StagedName) => (isOwn ? vault.get(name) : null);
  const boundSecret = async (name: BoundName) => (await staging.getFor(name, draft.service.baseUrl)) ?? ownSecret(name);
  return {
    current: settings,
    secrets: {
      privateKey: (await staging.get("privateKey")) ?? ownSecret("privateKey"),
      secret: await boundSecret("secret"),
      testbedToken: draft.testbed ? ((await boundSecret("testbedToken")) ?? "") : null,
      tlsKey: tls.key,
    },
    tlsCertificate: tls.certificate,
  };
}

export function isOwnService(
  draft: SetupDraft,
  { settings, vault }: Pick<SecretSources, "settings" | "vault">,
): boolean {
  if (environmentOfDraft(draft) !== environmentOf(settings, vault)) return false;
  return draft.preset === "demo" || sameAddress(draft.service.baseUrl, settings.service.baseUrl);
}

/** Returns what may be shown, never a secret itself. The demo's key is not shown for other services. */
export async function secretsView({ settings, vault, staging }: SecretSources): Promise<SetupSecrets> {
  const ownSecret = (name: StagedName) => (settings.demo ? null : vault.get(name) || null);
  const has = async (name: StagedName) => ((await staging.get(name)) ?? ownSecret(name)) !== null;
  const staged = await staging.get("privateKey");
  const key = staged ?? ownSecret("privateKey");
  const { certificate } = await tlsOf({ settings, vault, staging });
  return {
    key:
      key === null
        ? null
        : {
            ...publicHalfOf(createPrivateKey(key)),
            from: staged === null ? "kept" : (staging.note().key ?? "imported"),
          },
    secret: await has("secret"),
    testbedToken: await has("testbedToken"),
    tls: certificate === null ? null : described(certificate),
    backend: vault.backend,
    weak: vault.weak,
  };
}

/** The TLS certificate belongs to this machine, so the till's own is used unless one is staged. */
async function tlsOf({
  settings,
  vault,
  staging,
}: SecretSources): Promise<{ certificate: string | null; key: string | null }> {
  const key = await staging.get("tlsKey");
  if (key !== null) return { certificate: staging.note().tlsCertificate, key };
  return { certificate: settings.callbacks.tlsCertificate, key: vault.get("tlsKey") };
}

function described(chain: string): { subject: string; validTo: string } {
  const { subject, subjectAltName, validToDate } = new X509Certificate(chain);
  const name = /(?:^|\n)CN=([^\n]*)/.exec(subject ?? "")?.[1] ?? subjectAltName ?? "";
  return { subject: name, validTo: validToDate.toISOString() };
}
