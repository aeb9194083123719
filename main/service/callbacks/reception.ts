/** Starts the callback receiver by the settings, and retries while it cannot listen. */
import { createPublicKey, type KeyObject } from "node:crypto";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { StorageContext } from "../../storage/context.ts";
import { generatedSecret } from "../../storage/vault/vault.ts";
import type { Message } from "../api/callback-message.ts";
import type { ApiClient } from "../api/client.ts";
import type { Connectivity } from "../connection/connectivity.ts";
import { type CallbackRoute, type Receiver, type ReceiverOptions, startReceiver } from "./receiver.ts";

const RETRY_MS = 60_000;

export interface CallbackReception {
  /** The receiver; null while it does not listen, and the till polls the service */
  receiver(): Receiver | null;
  /** Reason why the receiver cannot listen; null when it listens or is disabled */
  trouble(): string | null;
  /** Sets the handler of callbacks. Until then callbacks are rejected, and the service resends them. */
  deliverTo(handler: CallbackHandler): void;
  /**
   * Receives a sticker's callbacks at a separate address: a scan does not name its code (section 2.5). Null while not
   * listening.
   */
  addressFor(sticker: string): string | null;
  close(): Promise<void>;
}

type CallbackHandler = (
  message: Message,
  verdict: "applied" | "hint",
  /** The sticker whose address received it; null for the till's own address */
  sticker: string | null,
) => ReturnType<ReceiverOptions["onMessage"]>;

export interface ReceptionContext extends Pick<StorageContext, "clock" | "log" | "vault" | "signals"> {
  settings: Pick<StoredSettings, "callbacks" | "service">;
  api: ApiClient;
  connectivity: Connectivity;
  /** Counts callbacks for the health page */
  meters: { counted(route: CallbackRoute): CallbackRoute };
}

/**
 * Listens at the configured address. On failure the till polls and retries every minute. Throws for a bad certificate.
 */
export async function openReception(context: ReceptionContext): Promise<CallbackReception> {
  const { clock, log, settings, signals } = context;
  const { listen } = settings.callbacks;
  const delivery: { handler: CallbackHandler | null } = { handler: null };
  const setHandler = (handler: CallbackHandler) => {
    delivery.handler = handler;
  };
  if (listen === null) {
    const returnNull = () => null;
    return {
      receiver: returnNull,
      trouble: returnNull,
      deliverTo: setHandler,
      addressFor: returnNull,
      close: async () => undefined,
    };
  }
  const closing = new AbortController();
  const options = { ...routeOf(context, delivery, null), listen, tls: tlsOf(context), log };
  const addresses = new Map<string, string>();
  const state: { receiver: Receiver | null; trouble: string | null } = { receiver: null, trouble: null };
  const tryListening = async () => {
    try {
      Object.assign(state, { receiver: await startReceiver(options), trouble: null });
    } catch (error) {
      const { syscall, code = "unknown" } = error as NodeJS.ErrnoException;
      if (syscall !== "listen" && syscall !== "getaddrinfo") throw error;
      state.trouble = `${listen}: ${code}`;
      log.warn({ listen, code }, "callbacks cannot be received: the till polls the service and retries");
    }
  };
  const retryListening = async () => {
    while (state.receiver === null) {
      await clock.sleep(RETRY_MS, closing.signal);
      if (closing.signal.aborted) return;
      await tryListening().catch((err: unknown) => log.error({ err }, "the receiver could not be started"));
    }
    log.info({ listen }, "callbacks can be received again");
    if (!closing.signal.aborted) signals.emit("callbacks.listening");
  };
  await tryListening();
  const retrying = state.receiver === null ? retryListening() : Promise.resolve();
  return {
    receiver: () => state.receiver,
    trouble: () => state.trouble,
    deliverTo: setHandler,
    addressFor(sticker) {
      if (state.receiver === null) return null;
      const callbackUri =
        addresses.get(sticker) ?? state.receiver.listenUnder(routeOf(context, delivery, sticker)).callbackUri;
      addresses.set(sticker, callbackUri);
      return callbackUri;
    },
    async close() {
      closing.abort();
      await retrying;
      await state.receiver?.close();
    },
  };
}

/** Returns a callback route, below the till's own path for a sticker. */
function routeOf(
  { settings, vault, api, connectivity, meters }: ReceptionContext,
  delivery: { handler: CallbackHandler | null },
  sticker: string | null,
): CallbackRoute {
  const secretPath = generatedSecret(vault, "callbackPath");
  return meters.counted({
    publicUrl: settings.callbacks.publicUrl,
    secretPath: sticker === null ? secretPath : `${secretPath}/${sticker}`,
    vendor: settings.service.vendor,
    publicKey: publicKey(settings),
    now: api.correctedNow,
    onCut: connectivity.recordLostDelivery,
    onRepeat: connectivity.recordCallback,
    async onMessage(message: Message, verdict: "applied" | "hint") {
      // The rejection makes the service resend it.
      if (delivery.handler === null) throw new Error("the till is starting");
      const reply = await delivery.handler(message, verdict, sticker);
      connectivity.recordCallback();
      return reply;
    },
  });
}

function tlsOf({ settings, vault }: ReceptionContext): ReceiverOptions["tls"] {
  const { tlsCertificate } = settings.callbacks;
  return tlsCertificate === null ? null : { cert: tlsCertificate, key: vault.get("tlsKey") ?? "" };
}

function publicKey({ service }: Pick<StoredSettings, "service">): KeyObject | null {
  return service.publicKey === null ? null : createPublicKey(service.publicKey);
}
