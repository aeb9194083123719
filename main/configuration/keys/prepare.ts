import { createPrivateKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { KeyScheme } from "../../../contract/configuration/keys.ts";
import { privateKeyProblem } from "../settings/pem.ts";

export interface Material {
  scheme: KeyScheme;
  value: string;
}

/** Returns a new RSA key of 2048 bits as PKCS #8 PEM, generated off the main thread. */
export async function makePrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}

/** Generates or imports a key or secret. Returns `invalid_input` with the wrong field. */
export async function materialOf(input: CommandInput<"keys.prepare">): Promise<Result<Material>> {
  if (input.kind === "secret") return done({ scheme: "SECRET", value: input.value });
  if (input.kind === "make") return done({ scheme: "RSA-SHA256", value: await makePrivateKey() });
  const expected = privateKeyProblem(input.pem);
  if (expected !== null) return failed("invalid_input", { fields: [invalidField("pem", expected)] });
  // Normalised, so that equal keys have equal bytes.
  const pem = createPrivateKey(input.pem).export({ type: "pkcs8", format: "pem" }).toString();
  return done({ scheme: "RSA-SHA256", value: pem });
}
