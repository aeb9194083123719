/** Signing secrets of webhooks, one each, stored only in the vault. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SecretName, Vault } from "../../storage/vault/vault.ts";

export type WebhookSecrets = ReturnType<typeof webhookSecrets>;

const secretsSchema = z.record(z.string(), z.string());

/** 256 bits; the scheme allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

export function webhookSecrets(vault: Pick<Vault, "get" | "put">) {
  const read = (name: Extract<SecretName, "webhookSecrets" | "provisionedWebhookSecrets">) =>
    secretsSchema.parse(JSON.parse(vault.get(name) ?? "{}"));
  return {
    of: (id: string): string | null => read("webhookSecrets")[id] ?? null,
    /** Stores and returns the secret: `provisionedSecret`, or a new random one */
    keep(id: string, provisionedSecret?: string): string {
      const secret = provisionedSecret ?? `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
      vault.put("webhookSecrets", JSON.stringify({ ...read("webhookSecrets"), [id]: secret }));
      return secret;
    },
    forget(id: string) {
      const { [id]: _forgotten, ...others } = read("webhookSecrets");
      vault.put("webhookSecrets", JSON.stringify(others));
    },
    /** Secret of a URL in the provisioning file; null if it has none */
    provisioned: (url: string): string | null => read("provisionedWebhookSecrets")[url] ?? null,
  };
}
