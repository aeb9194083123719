/** Starts the callback receiver as the settings want it, and retries while it cannot listen there. */
import { createPublicKey, type KeyObject } from "node:crypto";
import type { KeptSettings } from "../../../contract/settings.ts";
import type { StorageContext } from "../../storage/context.ts";
import { ownSecret } from "../../storage/vault/vault.ts";
import type { ApiClient } from "../api/client.ts";
import type { Connectivity } from "../connection/connectivity.ts";
import { type Receiver, type ReceiverOptions, startReceiver } from "./receiver.ts";

/** How often it is tried again to listen, where that did not work at the start. */
const AGAIN_MS = 60_000;

export interface CallbackReception {
  /** Null while it does not listen: the till polls the service then */
  receiver(): Receiver | null;
  /** Why it does not listen where the settings say; null: it does, or is not to */
  trouble(): string | null;
  /** Sets the handler of callbacks. Until there is one, the service is told to send them again. */
  deliverTo(take: TakeIn): void;
  close(): Promise<void>;
}

type TakeIn = (
  ...delivered: Parameters<ReceiverOptions["onMessage"]>
) => Awaited<ReturnType<ReceiverOptions["onMessage"]>>;

export interface ReceptionContext extends Pick<StorageContext, "clock" | "log" | "vault" | "signals"> {
  settings: Pick<KeptSettings, "callbacks" | "service">;
  api: ApiClient;
  connectivity: Connectivity;
  /** Counts what arrives, for the health page */
  meters: { counted(options: ReceiverOptions): ReceiverOptions };
}

/**
 * Listens where the settings say. An address that another program has, or that this machine has no more, does not keep
 * the till from taking payments: it asks the service meanwhile, and tries again every minute.
 * @throws whatever is wrong with the certificate or its key
 */
export async function openReception(context: ReceptionContext): Promise<CallbackReception> {
  const { clock, log, settings, signals } = context;
  const { listen } = settings.callbacks;
  const delivery: { take: TakeIn | null } = { take: null };
  const deliverTo = (take: TakeIn) => {
    delivery.take = take;
  };
  if (listen === null) return { receiver: () => null, trouble: () => null, deliverTo, close: async () => undefined };
  const closing = new AbortController();
  const options = receiverOptions(context, listen, delivery);
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
    if (!closing.signal.aborted) signals.emit("callbacks.listening");
  };
  await tryIt();
  const trying = now.receiver === null ? goOn() : Promise.resolve();
  return {
    receiver: () => now.receiver,
    trouble: () => now.trouble,
    deliverTo,
    async close() {
      closing.abort();
      await trying;
      await now.receiver?.close();
    },
  };
}

function receiverOptions(
  { settings, vault, api, log, connectivity, meters }: ReceptionContext,
  listen: string,
  delivery: { take: TakeIn | null },
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
      // The rejection makes the service send it again.
      if (delivery.take === null) throw new Error("the till is starting");
      const reply = delivery.take(message, verdict);
      connectivity.callbackCame();
      return reply;
    },
  });
}

function publicKey({ service }: Pick<KeptSettings, "service">): KeyObject | null {
  return service.publicKey === null ? null : createPublicKey(service.publicKey);
}
