import { createPrivateKey } from "node:crypto";
import { holdSecret } from "../../lib/secret.ts";
import type { ApiClientOptions } from "../../service/api/client.ts";
import type { Checked } from "./provision.ts";

export function apiOptionsOf({
  settings: { service },
  secrets,
}: Checked): Pick<ApiClientOptions, "service" | "credentials"> {
  const { baseUrl, vendor, mediaType, merchant, integrator, ca } = service;
  const user = integrator === null ? service.user : null;
  const credentials =
    service.scheme === "SECRET"
      ? { scheme: "SECRET" as const, secret: holdSecret(secrets.secret ?? "") }
      : { scheme: "RSA-SHA256" as const, privateKey: createPrivateKey(secrets.privateKey ?? "") };
  return {
    service: { baseUrl, vendor, mediaType, merchant, user, integrator, ca, testbedToken: secrets.testbedToken || null },
    credentials,
  };
}
