/** Checks whether the till can listen for callbacks on an address, before that setting takes effect. */

import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import type { Log } from "../../lib/log.ts";
import { startReceiver } from "./receiver.ts";

export async function listenError(
  { callbacks: { publicUrl, tlsCertificate }, service: { vendor } }: Pick<StoredSettings, "callbacks" | "service">,
  { listen, tlsKey, log }: { listen: string; tlsKey: string; log: Log },
): Promise<NodeJS.ErrnoException | null> {
  try {
    await using _receiver = await startReceiver({
      listen,
      publicUrl,
      vendor,
      log,
      now: () => 0,
      secretPath: "tried",
      publicKey: null,
      tls: tlsCertificate === null ? null : { cert: tlsCertificate, key: tlsKey },
      onMessage: () => Promise.reject(new Error("listen check only")),
    });
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
