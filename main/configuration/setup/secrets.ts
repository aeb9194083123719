import type { CommandInput } from "../../../contract/bridge/commands.ts";
import { done, failed, invalidField, type Result } from "../../../contract/calls/errors.ts";
import type { SetupSecrets } from "../../../contract/configuration/setup.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { makePrivateKey } from "../keys/prepare.ts";
import {
  belongTogether,
  certificateProblem,
  certificatesOf,
  privateKeyProblem,
  tlsKeyProblem,
} from "../settings/pem.ts";
import { secretsView } from "./available-secrets.ts";
import { refusedField, type Wizard } from "./wizard.ts";

type SecretsAnswer = Promise<Result<SetupSecrets>>;

/** Header values are limited to visible ASCII. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

export function secretCommands(wizard: Wizard) {
  const { staging } = wizard;
  const shown = async (): SecretsAnswer => done(await secretsView(wizard));
  return {
    async "setup.makeKey"(): SecretsAnswer {
      await staging.put("privateKey", await makePrivateKey());
      staging.remember({ key: "made" });
      return shown();
    },
    async "setup.importKey"({ pem }: CommandInput<"setup.importKey">): SecretsAnswer {
      const problem = privateKeyProblem(pem);
      if (problem !== null) return refusedField("pem", problem);
      await staging.put("privateKey", pem);
      staging.remember({ key: "imported" });
      return shown();
    },
    async "setup.keepSecret"(input: CommandInput<"setup.keepSecret">): SecretsAnswer {
      if (input.kind === "tls") return storeTls(input);
      const { kind, value } = input;
      if (!HEADER_TEXT.test(value)) return refusedField("value", reasonFor("field_visible"));
      if (kind === "secret" && value.length < 8)
        return refusedField("value", reasonFor("field_least_characters", { bound: 8 }));
      await staging.putFor(kind, value, input.baseUrl ?? null);
      return shown();
    },
  };

  async function storeTls({
    certificatePem,
    keyPem,
  }: Extract<CommandInput<"setup.keepSecret">, { kind: "tls" }>): SecretsAnswer {
    const wrong: [field: string, expected: Reason | null][] = [
      ["certificatePem", certificateProblem(certificatePem)],
      ["keyPem", tlsKeyProblem(keyPem)],
    ];
    const fields = wrong.flatMap(([field, expected]) => (expected === null ? [] : [invalidField(field, expected)]));
    if (fields.length > 0) return failed("invalid_input", { fields });
    if (!belongTogether(certificatePem, keyPem)) return refusedField("keyPem", reasonFor("pem_key_of_certificate"));
    await staging.put("tlsKey", keyPem);
    staging.remember({ tlsCertificate: certificatesOf(certificatePem) });
    return shown();
  }
}
