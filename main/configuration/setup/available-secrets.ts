/** The secrets available to a draft, and what of them may be shown. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { SetupDraft, SetupSecrets } from "../../../contract/setup.ts";
import { environmentOfDraft, sameAddress } from "../../../contract/setup-folder.ts";
import type { Vault } from "../../storage/vault/vault.ts";
import { makePrivateKey } from "../keys/prepare.ts";
import { publicHalfOf } from "../keys/slots.ts";
import { environmentOf } from "../settings/environment.ts";
import type { AvailableToDraft } from "./draft.ts";
import type { BoundName, StagedName, Staging } from "./staging.ts";

/** What is in force, and what is staged. */
export interface SecretSources {
  settings: KeptSettings;
  vault: Vault;
  staging: Staging;
}

/**
 * What a draft may use: what was staged for it, else the till's own - but that only at the service that it is for.
 * A key or secret of one service is never used at another, nor a demo's by anybody; what was staged and would be sent
 * as it is, only at the address that it was given for.
 */
export async function availableTo(
  draft: SetupDraft,
  { settings, vault, staging }: SecretSources,
): Promise<AvailableToDraft> {
  const own = isOwnService(draft, { settings, vault });
  const tls = await tlsOf({ settings, vault, staging });
  if (draft.preset === "demo") {
    // The demo's own key, whatever was staged for a real service.
    const privateKey = (own ? vault.get("privateKey") : null) ?? (await makePrivateKey());
    const secrets = { privateKey, secret: null, testbedToken: null, tlsKey: tls.key };
    return { current: settings, secrets, tlsCertificate: tls.certificate };
  }
  const kept = (name: StagedName) => (own ? vault.get(name) : null);
  const held = async (name: BoundName) => (await staging.getFor(name, draft.service.baseUrl)) ?? kept(name);
  return {
    current: settings,
    secrets: {
      privateKey: (await staging.get("privateKey")) ?? kept("privateKey"),
      secret: await held("secret"),
      testbedToken: draft.testbed ? ((await held("testbedToken")) ?? "") : null,
      tlsKey: tls.key,
    },
    tlsCertificate: tls.certificate,
  };
}

/** Whether a draft is about the very service that the till is at now. */
export function isOwnService(
  draft: SetupDraft,
  { settings, vault }: Pick<SecretSources, "settings" | "vault">,
): boolean {
  if (environmentOfDraft(draft) !== environmentOf(settings, vault)) return false;
  return draft.preset === "demo" || sameAddress(draft.service.baseUrl, settings.service.baseUrl);
}

/** What may be shown of all this: never the thing itself. The demo's key counts for nothing but the demo. */
export async function secretsView({ settings, vault, staging }: SecretSources): Promise<SetupSecrets> {
  const own = (name: StagedName) => (settings.demo ? null : vault.get(name) || null);
  const has = async (name: StagedName) => ((await staging.get(name)) ?? own(name)) !== null;
  const staged = await staging.get("privateKey");
  const key = staged ?? own("privateKey");
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

/** The certificate is this machine's, whichever service calls: the till's own serves until another was given. */
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
