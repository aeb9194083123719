/** The next key or secret: generated here, or imported by the owner. */
import { createPrivateKey, generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { CommandInput } from "../../../contract/commands.ts";
import { done, failed, type Result, wrongField } from "../../../contract/errors.ts";
import type { KeyScheme } from "../../../contract/keys.ts";
import { privateKeyProblem } from "../settings/pem.ts";

/** What is to be kept: a PEM (PKCS #8) or a secret. */
export interface Material {
  scheme: KeyScheme;
  value: string;
}

/** A new RSA key of 2048 bits as PKCS #8 PEM. Made on a thread of its own: the till goes on taking payments meanwhile. */
export async function makePrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}

/**
 * Makes a key (RSA, 2048 bits), or checks what was brought.
 * @returns `invalid_input` with the field that is wrong
 */
export async function materialOf(input: CommandInput<"keys.prepare">): Promise<Result<Material>> {
  if (input.kind === "secret") return done({ scheme: "SECRET", value: input.value });
  if (input.kind === "make") return done({ scheme: "RSA-SHA256", value: await makePrivateKey() });
  const expected = privateKeyProblem(input.pem);
  if (expected !== null) return failed("invalid_input", { fields: [wrongField("pem", expected)] });
  // In one form, whatever the file had around it: the same key is the same bytes.
  const pem = createPrivateKey(input.pem).export({ type: "pkcs8", format: "pem" }).toString();
  return done({ scheme: "RSA-SHA256", value: pem });
}
