/** What lets callbacks reach this till: its receiver, and its registration with the service. */
import { createPublicKey, type KeyObject } from "node:crypto";
import { type Receiver, startReceiver } from "../callbacks/receiver.ts";
import type { Intake } from "../outcomes/intake.ts";
import { ownSecret } from "../settings/keep.ts";
import type { KeptSettings } from "../settings/provision.ts";
import { settingStore } from "../store/settings.ts";
import { type Registration, startRegistration } from "../terminal/registration.ts";
import type { Base } from "./base.ts";

export function register(base: Base, receiver: Receiver | null, onChange: () => void): Registration {
  return startRegistration({
    ...base,
    settings: settingStore(base.database),
    pos: base.settings.pos,
    callbackUri: receiver?.callbackUri ?? null,
    receivesScans: receiver !== null && base.settings.service.publicKey !== null,
    onChange,
  });
}

export async function openReceiver(
  { settings, vault, api, log, line, meters }: Base,
  intake: () => Intake | null,
): Promise<Receiver | null> {
  const { listen, publicUrl, tlsCertificate } = settings.callbacks;
  if (listen === null) return null;
  const options = meters.counted({
    listen,
    publicUrl,
    tls: tlsCertificate === null ? null : { cert: tlsCertificate, key: vault.get("tlsKey") ?? "" },
    secretPath: ownSecret(vault, "callbackPath"),
    vendor: settings.service.vendor,
    publicKey: publicKey(settings),
    now: api.correctedNow,
    log,
    async onMessage(message, verdict) {
      const reply = intake()?.callback(message, verdict);
      // Without an intake the till is still starting: the rejection makes the service send it again.
      if (!reply) throw new Error("the till is starting");
      line.callbackCame();
      return reply;
    },
  });
  return startReceiver(options);
}

function publicKey(settings: KeptSettings): KeyObject | null {
  return settings.service.publicKey === null ? null : createPublicKey(settings.service.publicKey);
}
