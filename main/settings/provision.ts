/**
 * Provisioning: a file, checked whole before anything is written. What is secret in it goes into the vault and
 * nowhere else; the rest is kept in the database. The contract's section "Provisioning file".
 */
import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import type { FieldProblem } from "../../contract/errors.ts";
import { type Provisioning, provisioningSchema } from "../../contract/settings.ts";
import { fieldProblems } from "../bridge/fields.ts";
import { weakness } from "../staff/lockout.ts";
import type { SecretName } from "../vault/vault.ts";

/** What is kept in the database: nothing secret, and the content of public files instead of their names. */
export interface KeptSettings {
  service: Omit<Provisioning["service"], "auth" | "testbedToken" | "publicKeyFile" | "caFile"> & {
    scheme: "RSA-SHA256" | "SECRET";
    /** The service's public key for callbacks, PEM */
    publicKey: string | null;
    /** Extra certificate authorities, PEM */
    ca: string | null;
  };
  pos: Provisioning["pos"];
  currency: string;
  locale: string;
  timeZone: string | null;
  allowCredit: boolean;
  expiry: Provisioning["expiry"];
  confirmAbove: number | null;
  callbacks: {
    listen: string | null;
    publicUrl: string | null /** The certificate chain, PEM */;
    tlsCertificate: string | null;
  };
  polling: Provisioning["polling"];
  offline: Provisioning["offline"];
  mode: Provisioning["mode"];
  products: Provisioning["products"];
  /** Whether this till runs against its own sandbox */
  demo: boolean;
}

/** A provisioning file that holds: what to keep, what to seal, and the owner's PIN. */
export interface Checked {
  settings: KeptSettings;
  secrets: Partial<Record<SecretName, string>>;
  managerPin: string | null;
}

export type ProvisioningResult = { ok: true; value: Checked } | { ok: false; problems: FieldProblem[] };

/**
 * Reads and checks a provisioning file and every file that it names (paths are relative to it).
 * @returns every wrong field with what is expected there; nothing was written
 */
export function readProvisioning(path: string): ProvisioningResult {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const expected = error instanceof SyntaxError ? `JSON (${error.message})` : "a file that can be read";
    return { ok: false, problems: [{ field: path, expected }] };
  }
  const folder = dirname(resolve(path));
  return checkProvisioning(content, (name) => readFileSync(resolve(folder, name), "utf8"), false);
}

/** Checks provisioning that is already in memory. @param readFile gives the text of a file that it names, or throws */
export function checkProvisioning(
  content: unknown,
  readFile: (name: string) => string,
  demo: boolean,
): ProvisioningResult {
  const parsed = provisioningSchema.safeParse(content);
  if (!parsed.success) return { ok: false, problems: [...fieldProblems(parsed.error), ...weakPinIn(content)] };
  const { service, staff, ...rest } = parsed.data;
  const problems: FieldProblem[] = [];
  const file = (field: string, name: string | null, check: (text: string) => string | null): string | null => {
    if (name === null) return null;
    const read = readChecked(readFile, name, check);
    if ("expected" in read) problems.push({ field, expected: `${read.expected} (${name})` });
    return "text" in read ? read.text : null;
  };
  const privateKey =
    service.auth.scheme === "RSA-SHA256"
      ? file("service.auth.privateKeyFile", service.auth.privateKeyFile, privateKeyProblem)
      : null;
  const publicKey = publicHalf(file("service.publicKeyFile", service.publicKeyFile, publicKeyProblem));
  const ca = certificatesOf(file("service.caFile", service.caFile, certificateProblem));
  const { listen, publicUrl, tls } = rest.callbacks;
  const tlsCertificate = certificatesOf(file("callbacks.tls.certFile", tls?.certFile ?? null, certificateProblem));
  const tlsKey = file("callbacks.tls.keyFile", tls?.keyFile ?? null, tlsKeyProblem);
  if (tlsCertificate !== null && tlsKey !== null && !belongTogether(tlsCertificate, tlsKey)) {
    problems.push({ field: "callbacks.tls.keyFile", expected: "the private key of the certificate in certFile" });
  }
  const weak = staff.managerPin === undefined ? null : weakness(staff.managerPin);
  if (weak !== null) problems.push({ field: "staff.managerPin", expected: weak });
  if (problems.length > 0) return { ok: false, problems };
  const { auth, testbedToken, publicKeyFile: _, caFile: __, ...kept } = service;
  return {
    ok: true,
    value: {
      settings: {
        ...rest,
        callbacks: { listen, publicUrl, tlsCertificate },
        service: { ...kept, scheme: auth.scheme, publicKey, ca },
        demo,
      },
      secrets: {
        ...(privateKey === null ? {} : { privateKey }),
        ...(auth.scheme === "SECRET" ? { secret: auth.secret } : {}),
        testbedToken: testbedToken ?? "",
        ...(tlsKey === null ? {} : { tlsKey }),
      },
      managerPin: staff.managerPin ?? null,
    },
  };
}

/** So that a PIN which is too easily guessed is named together with whatever else is wrong. */
function weakPinIn(content: unknown): FieldProblem[] {
  const read = weakPinSchema.safeParse(content);
  const weak = read.success ? weakness(read.data.staff.managerPin) : null;
  return weak === null ? [] : [{ field: "staff.managerPin", expected: weak }];
}

const weakPinSchema = z.looseObject({ staff: z.looseObject({ managerPin: z.string().regex(/^\d{6,12}$/) }) });

function readChecked(
  readFile: (name: string) => string,
  name: string,
  check: (text: string) => string | null,
): { text: string } | { expected: string } {
  try {
    const text = readFile(name);
    const expected = check(text);
    return expected === null ? { text } : { expected };
  } catch {
    return { expected: "a file that can be read" };
  }
}

function privateKeyProblem(pem: string): string | null {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== "rsa") return "an RSA private key";
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 ? null : "an RSA private key of at least 2048 bits";
  } catch {
    return "an RSA private key in PEM, without a passphrase";
  }
}

function tlsKeyProblem(pem: string): string | null {
  try {
    createPrivateKey(pem);
    return null;
  } catch {
    return "a private key in PEM, without a passphrase";
  }
}

function publicKeyProblem(pem: string): string | null {
  if (PRIVATE.test(pem)) return "the service's public key alone: this file holds a private key";
  try {
    return createPublicKey(pem).asymmetricKeyType === "rsa" ? null : "an RSA public key";
  } catch {
    return "an RSA public key in PEM";
  }
}

function certificateProblem(pem: string): string | null {
  try {
    const blocks = pem.match(CERTIFICATES) ?? [];
    return blocks.length > 0 && blocks.every((block) => new X509Certificate(block)) ? null : "certificates in PEM";
  } catch {
    return "certificates in PEM, each of them readable";
  }
}

const PRIVATE = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a file and nothing else: files that also hold their private key are common, and are not kept. */
function certificatesOf(pem: string | null): string | null {
  return pem === null ? null : `${(pem.match(CERTIFICATES) ?? []).join("\n")}\n`;
}

function publicHalf(pem: string | null): string | null {
  return pem === null ? null : createPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
}

function belongTogether(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}
