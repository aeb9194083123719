/** Listener of the registers' API: plain HTTP on this machine only, TLS on the shop's network. */
import { isLoopbackAddress, splitAddress, urlHost } from "../../../contract/calls/addresses.ts";
import { invalidField } from "../../../contract/calls/errors.ts";
import type { RegisterCertificate } from "../../../contract/integration/registers.ts";
import type { RegistersSettings } from "../../../contract/integration/registers-settings.ts";
import { reasonFor } from "../../../contract/reasons/reasons.ts";
import { type Loop, startLoop } from "../../lib/loop.ts";
import { StartupError } from "../../lib/startup-error.ts";
import type { StorageContext } from "../../storage/context.ts";
import type { RegistersTls } from "./certificate.ts";
import { preferredHost, thisMachine } from "./machine.ts";
import type { RegistersServer, RegistersServerOptions } from "./server.ts";

/** Interval of checks that the till's own certificate is valid and covers all addresses. */
const CHECK_MS = 60_000;

export type Listening = ReturnType<typeof registersListening>;

type Ports = Pick<StorageContext, "clock" | "database" | "journal" | "log" | "vault">;

export function registersListening(
  ports: Ports,
  { listen: address, tlsCertificate }: Pick<RegistersSettings, "listen" | "tlsCertificate">,
) {
  let server: RegistersServer | null = null;
  let shown: RegisterCertificate | null = null;
  let keeping: Loop | null = null;
  return {
    /** URL of the API with the machine's current name; null if it is off */
    url: () => (server === null || address === null ? null : urlOf(address, server.port, shown !== null)),
    certificate: (): RegisterCertificate | null => shown,
    /**
     * Starts listening, if configured.
     * @throws StartupError that names the address
     */
    async listen(answering: Omit<RegistersServerOptions, "listen" | "tls">) {
      if (address === null) return;
      // Loaded on demand: a till without registers does not need the API's description.
      const [{ startRegistersServer }, { expiryOf: endOf, fingerprintOf, selfSignedCertificate: ownCertificate }] =
        await Promise.all([import("./server.ts"), import("./certificate.ts")]);
      const isOwn = tlsCertificate === null && !isLoopbackAddress(address);
      const own = () => ownCertificate(ports, splitAddress(address).host);
      const show = (tls: RegistersTls | null) => {
        shown = tls && { fingerprint: fingerprintOf(tls.trusted), until: endOf(tls.trusted), isOwn };
        return tls;
      };
      const configured =
        tlsCertificate === null ? null : configuredTls(tlsCertificate, ports.vault.get("registersTlsKey") ?? "");
      let tls = show(isOwn ? own() : configured);
      const started = await startRegistersServer({ ...answering, listen: address, tls }).catch(refuseAddress(address));
      server = started;
      if (!isOwn) return;
      keeping = startLoop(ports, () => {
        const now = own();
        if (now.cert !== tls?.cert) started.showCertificate(now);
        tls = show(now);
        return CHECK_MS;
      });
    },
    async close() {
      await Promise.all([keeping?.close(), server?.close()]);
    },
  };
}

function urlOf(listen: string, port: number, isTls: boolean): string {
  return `${isTls ? "https" : "http"}://${urlHost(preferredHost(splitAddress(listen).host, thisMachine()))}:${port}`;
}

function configuredTls(cert: string, key: string): RegistersTls {
  return { cert, key, trusted: cert };
}

function refuseAddress(listen: string) {
  return (cause: NodeJS.ErrnoException): never => {
    if (cause.syscall !== "listen" && cause.syscall !== "getaddrinfo") throw cause;
    const because = reasonFor("setup_address", { detail: `${listen}: ${cause.code}` });
    const problems = [invalidField("registers.listen", because)];
    throw new StartupError(2, "The till cannot listen for registers.", { problems, cause });
  };
}
