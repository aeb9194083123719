/** Whether a till could listen for callbacks, before it is told to. */

import type { KeptSettings } from "../../../contract/settings.ts";
import type { Log } from "../../lib/log.ts";
import { startReceiver } from "./receiver.ts";

/** Listens for a moment. @returns the error for which nobody can listen there so; null: it works */
export async function whyNotListening(
  { callbacks: { publicUrl, tlsCertificate }, service: { vendor } }: Pick<KeptSettings, "callbacks" | "service">,
  { listen, tlsKey, log }: { listen: string; tlsKey: string; log: Log },
): Promise<NodeJS.ErrnoException | null> {
  try {
    await using _tried = await startReceiver({
      listen,
      publicUrl,
      vendor,
      log,
      now: () => 0,
      secretPath: "tried",
      publicKey: null,
      tls: tlsCertificate === null ? null : { cert: tlsCertificate, key: tlsKey },
      onMessage: () => Promise.reject(new Error("only tried")),
    });
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
