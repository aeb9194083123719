/** The secrets that messages to webhooks are signed with: in the vault alone, one for each webhook. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { SecretName, Vault } from "../../storage/vault/vault.ts";

export interface WebhookSecrets {
  /** Null: there is none */
  of(id: string): string | null;
  /** Keeps a webhook's secret. @returns it: `given`, or a new one */
  keep(id: string, given?: string): string;
  forget(id: string): void;
  /** The secret of an address as the provisioning file has it; null: it has none */
  provisioned(url: string): string | null;
}

const secretsSchema = z.record(z.string(), z.string());

/** 256 bits, of the 24 to 64 bytes that the scheme takes. */
const SECRET_BYTES = 32;

/** Opens those of a vault. */
export function webhookSecrets(vault: Pick<Vault, "get" | "put">): WebhookSecrets {
  const read = (name: Extract<SecretName, "webhookSecrets" | "provisionedWebhookSecrets">) =>
    secretsSchema.parse(JSON.parse(vault.get(name) ?? "{}"));
  return {
    of: (id) => read("webhookSecrets")[id] ?? null,
    keep(id, given) {
      const secret = given ?? `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
      vault.put("webhookSecrets", JSON.stringify({ ...read("webhookSecrets"), [id]: secret }));
      return secret;
    },
    forget(id) {
      const { [id]: _forgotten, ...others } = read("webhookSecrets");
      vault.put("webhookSecrets", JSON.stringify(others));
    },
    provisioned: (url) => read("provisionedWebhookSecrets")[url] ?? null,
  };
}
