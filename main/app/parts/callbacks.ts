/** What lets callbacks reach this till: its receiver, and its registration with the service. */
import { createPublicKey, type KeyObject } from "node:crypto";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { Intake } from "../../payments/outcomes/intake.ts";
import { type Receiver, type ReceiverOptions, startReceiver } from "../../service/callbacks/receiver.ts";
import { keyStrength } from "../../service/callbacks/verify.ts";
import { type Registration, startRegistration } from "../../service/connection/registration.ts";
import { settingStore } from "../../storage/database/settings.ts";
import { ownSecret } from "../../storage/vault/vault.ts";
import type { Base } from "./base.ts";

/** How often it is tried again to listen, where that did not work at the start. */
const AGAIN_MS = 60_000;

/** Where callbacks come in, as soon as somebody can listen there. */
export interface CallbackDoor {
  /** Null while nobody listens: the till asks the service then */
  receiver(): Receiver | null;
  /** Why nobody listens where the settings say; null: somebody does, or nobody is to */
  trouble(): string | null;
  close(): Promise<void>;
}

export function register(base: Base, door: CallbackDoor, onChange: () => void): Registration {
  return startRegistration({
    ...base,
    settings: settingStore(base.database),
    pos: base.settings.pos,
    callbackUri: () => door.receiver()?.callbackUri ?? null,
    receivesScans: () => door.receiver() !== null && keyStrength(base.settings.service.publicKey) === "verifies",
    onChange,
  });
}

/**
 * Listens where the settings say. An address that another program has, or that this machine has no more, does not keep
 * the till from taking payments: it asks the service meanwhile, and tries again every minute.
 * @param onListening called when somebody listens after all
 * @throws whatever is wrong with the certificate or its key
 */
export async function openDoor(
  base: Base,
  intake: () => Intake | null,
  onListening: () => void,
): Promise<CallbackDoor> {
  const { clock, log, settings } = base;
  const { listen } = settings.callbacks;
  if (listen === null) return { receiver: () => null, trouble: () => null, close: async () => undefined };
  const closing = new AbortController();
  const options = receiverOptions(base, listen, intake);
  const now: { receiver: Receiver | null; trouble: string | null } = { receiver: null, trouble: null };
  const tryIt = async () => {
    try {
      Object.assign(now, { receiver: await startReceiver(options), trouble: null });
    } catch (error) {
      const { syscall, code = "unknown" } = error as NodeJS.ErrnoException;
      if (syscall !== "listen" && syscall !== "getaddrinfo") throw error;
      now.trouble = `${listen}: ${code}`;
      log.warn({ listen, code }, "callbacks cannot be received: the till asks the service, and tries again");
    }
  };
  const goOn = async () => {
    while (now.receiver === null) {
      await clock.sleep(AGAIN_MS, closing.signal);
      if (closing.signal.aborted) return;
      await tryIt().catch((err: unknown) => log.error({ err }, "the receiver could not be started"));
    }
    log.info({ listen }, "callbacks can be received again");
    if (!closing.signal.aborted) onListening();
  };
  await tryIt();
  const trying = now.receiver === null ? goOn() : Promise.resolve();
  return {
    receiver: () => now.receiver,
    trouble: () => now.trouble,
    async close() {
      closing.abort();
      await trying;
      await now.receiver?.close();
    },
  };
}

function receiverOptions(
  { settings, vault, api, log, connectivity, meters }: Base,
  listen: string,
  intake: () => Intake | null,
): ReceiverOptions {
  const { publicUrl, tlsCertificate } = settings.callbacks;
  return meters.counted({
    listen,
    publicUrl,
    tls: tlsCertificate === null ? null : { cert: tlsCertificate, key: vault.get("tlsKey") ?? "" },
    secretPath: ownSecret(vault, "callbackPath"),
    vendor: settings.service.vendor,
    publicKey: publicKey(settings),
    now: api.correctedNow,
    log,
    onCut: connectivity.callbackCut,
    async onMessage(message, verdict) {
      const reply = intake()?.callback(message, verdict);
      // Without an intake the till is still starting: the rejection makes the service send it again.
      if (!reply) throw new Error("the till is starting");
      connectivity.callbackCame();
      return reply;
    },
  });
}

function publicKey(settings: KeptSettings): KeyObject | null {
  return settings.service.publicKey === null ? null : createPublicKey(settings.service.publicKey);
}
