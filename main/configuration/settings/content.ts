/** A till's settings as the content of a provisioning file again, so that one set of checks serves for both. */
import type { KeptSettings } from "./provision.ts";

/** What a provisioning file has in other files, as texts; null where there is none. */
export interface Enclosed {
  /** PEM */
  privateKey: string | null;
  secret: string | null;
  /** Null: none is sent */
  testbedToken: string | null;
  /** PEM */
  tlsKey: string | null;
}

/** The content, and how to read the files that it names: `checkProvisioning` takes both. */
export interface Content {
  content: Record<string, unknown>;
  readFile(name: string): string;
}

/** The names that stand for the texts. They are in no folder: `readFile` knows them. */
const FILES = { privateKey: "key", publicKey: "public key", ca: "ca", certificate: "certificate", tlsKey: "TLS key" };

/** @param settings may be wrong in any way: whoever checks the content finds out */
export function contentOf(settings: KeptSettings, enclosed: Enclosed): Content {
  const { service, callbacks, demo: _demo, ...rest } = settings;
  const { scheme, publicKey, ca, ...address } = service;
  const { tlsCertificate, ...listening } = callbacks;
  const texts = new Map<string, string | null>([
    [FILES.privateKey, enclosed.privateKey],
    [FILES.publicKey, publicKey],
    [FILES.ca, ca],
    [FILES.certificate, tlsCertificate],
    [FILES.tlsKey, enclosed.tlsKey],
  ]);
  const auth =
    scheme === "SECRET" ? { scheme, secret: enclosed.secret ?? "" } : { scheme, privateKeyFile: FILES.privateKey };
  const content = {
    ...rest,
    service: {
      ...address,
      auth,
      testbedToken: enclosed.testbedToken,
      publicKeyFile: publicKey === null ? null : FILES.publicKey,
      caFile: ca === null ? null : FILES.ca,
    },
    callbacks: {
      ...listening,
      tls: tlsCertificate === null ? null : { certFile: FILES.certificate, keyFile: FILES.tlsKey },
    },
  };
  return { content, readFile: (name) => texts.get(name) ?? "" };
}
