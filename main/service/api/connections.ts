/**
 * The factory of every outgoing connection: certificates are verified and TLS is 1.2 or newer, whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` and `--tls-min-v1.0` in the environment say. `scripts/outgoing.mjs` lists every other
 * file that can connect. Mail, dispensers and callbacks are connected by it too: it is here because the client of the
 * service's API imports nothing from outside its folder.
 */
import { X509Certificate } from "node:crypto";
import { buildConnector, Pool } from "undici";
import { SECURE_TLS } from "../../../contract/wire.ts";
import { skipInterimResponses } from "./interim-responses.ts";

/** What a TLS connection requires of its server. */
export type TlsRequirements = typeof SECURE_TLS & { ca?: string[] };

/**
 * Makes the options of a TLS connection.
 * @param ca PEM text of further certificate authorities, trusted besides the machine's own; null for none
 * @throws TypeError when `ca` holds no certificate, or one that cannot be read
 */
export function tlsRequirements(ca: string | null | undefined): TlsRequirements {
  return { ...SECURE_TLS, ...(ca && { ca: [...machineAuthorities(), ...readCertificates(ca)] }) };
}

export type PoolOptions = Omit<Pool.Options, "connect" | "allowH2"> & {
  /** As {@link tlsRequirements} takes it, or its result where many pools share it */
  ca: string | null | TlsRequirements;
  /** Until the connection is open, TLS included, in ms */
  connectMs: number;
};

/** Makes the connections to one origin, over TLS or in plain text as its scheme says. */
export function createPool(origin: string, { ca, connectMs, ...options }: PoolOptions): Pool {
  const requirements = typeof ca === "object" && ca !== null ? ca : tlsRequirements(ca);
  const connector = buildConnector({ ...requirements, timeout: connectMs, allowH2: false });
  const connect: buildConnector.connector = (to, done) =>
    connector(to, (...[error, socket]) => {
      if (error !== null) return done(error, null);
      // TLS 1.3 misses a client certificate only after the handshake: undici would report a closed connection.
      socket.once("error", (alert: NodeJS.ErrnoException) => {
        if (alert.code?.includes("ALERT_CERTIFICATE_REQUIRED")) socket.destroy(alert);
      });
      done(null, skipInterimResponses(socket));
    });
  return new Pool(origin, { ...options, allowH2: false, connect });
}

/** Node's module of TLS is loaded here: most tills have no further authorities, and start without it. */
function machineAuthorities(): string[] {
  return process.getBuiltinModule("node:tls").getCACertificates("default");
}

/** Splits PEM text into certificates and reads each, so that a wrong file is found at start and not at the first sale. */
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
