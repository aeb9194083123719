/**
 * Creates every outgoing connection: verified certificates and TLS 1.2 or newer, whatever the environment says.
 * In this folder because the API client imports nothing from outside. `scripts/lint/connections.grit` rejects all other connections.
 */
import { X509Certificate } from "node:crypto";
// biome-ignore lint/plugin/connections: the factory
import { buildConnector, Pool } from "undici";
import { SECURE_TLS } from "../../../contract/wire/wire.ts";
import { skipInterimResponses } from "./interim-responses.ts";

export type TlsRequirements = typeof SECURE_TLS & { ca?: string[] };

/** Returns TLS options; `ca` adds authorities as PEM text. Throws TypeError for an unreadable `ca`. */
export function tlsRequirements(ca: string | null | undefined): TlsRequirements {
  return { ...SECURE_TLS, ...(ca && { ca: [...machineAuthorities(), ...readCertificates(ca)] }) };
}

export type PoolOptions = Omit<Pool.Options, "connect" | "allowH2"> & {
  /** PEM text, or the result of {@link tlsRequirements} where many pools share it */
  ca: string | null | TlsRequirements;
  /** Connect timeout in ms, TLS handshake included */
  connectMs: number;
};

export function createPool(origin: string, { ca, connectMs, ...options }: PoolOptions): Pool {
  const requirements = typeof ca === "object" && ca !== null ? ca : tlsRequirements(ca);
  const connector = buildConnector({ ...requirements, timeout: connectMs, allowH2: false });
  const connect: buildConnector.connector = (to, done) =>
    connector(to, (...[error, socket]) => {
      if (error !== null) return done(error, null);
      // With TLS 1.3 the alert for a missing client certificate arrives late; undici would report a closed connection.
      socket.once("error", (alert: NodeJS.ErrnoException) => {
        if (alert.code?.includes("ALERT_CERTIFICATE_REQUIRED")) socket.destroy(alert);
      });
      done(null, skipInterimResponses(socket));
    });
  return new Pool(origin, { ...options, allowH2: false, connect });
}

/** Loads `node:tls` here: most tills have no extra authorities and start without it. */
function machineAuthorities(): string[] {
  // biome-ignore lint/plugin/connections: the factory
  return process.getBuiltinModule("node:tls").getCACertificates("default");
}

/** Splits PEM text into certificates and parses each, so that a wrong file fails at startup. */
function readCertificates(pem: string): string[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new TypeError("the extra CA has no certificate in PEM form");
  for (const block of blocks) {
    try {
      new X509Certificate(block);
    } catch {
      throw new TypeError("the extra CA has a certificate that cannot be read");
    }
  }
  return blocks;
}
