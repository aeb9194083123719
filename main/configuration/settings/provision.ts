/**
 * Provisioning: a file, checked whole before anything is written. What is secret in it goes into the vault and
 * nowhere else; the rest is kept in the database. The contract's section "Provisioning file".
 */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { type FieldProblem, wrongField } from "../../../contract/errors.ts";
import { weakness } from "../../../contract/pins.ts";
import { type Reason, reasonFor } from "../../../contract/reasons.ts";
import { type Provisioning, provisioningSchema } from "../../../contract/settings.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import type { SecretName } from "../../storage/vault/vault.ts";
import { placeOfJsonError } from "./json-place.ts";
import {
  belongTogether,
  certificateProblem,
  certificatesOf,
  privateKeyProblem,
  publicHalf,
  publicKeyProblem,
  tlsKeyProblem,
} from "./pem.ts";

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
  /** Missing in what was kept before there was one: 04:00 then */
  businessDay?: Provisioning["businessDay"];
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
  /** Null, or not there: nothing was provisioned about it */
  shop?: Provisioning["shop"];
  printer?: Provisioning["printer"];
  receipt?: Provisioning["receipt"];
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
  let text: string;
  let content: unknown;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return { ok: false, problems: [wrongField(path, reasonFor("file_readable"))] };
  }
  try {
    content = JSON.parse(text);
  } catch {
    return { ok: false, problems: [wrongField(path, expectedJson(text))] };
  }
  const folder = dirname(resolve(path));
  return checkProvisioning(content, (name) => readFileSync(resolve(folder, name), "utf8"), false);
}

/** Never in V8's words, which repeat the text around the mistake: a PIN or a secret is never far from it. */
function expectedJson(text: string): Reason {
  const place = placeOfJsonError(text);
  return place === null
    ? reasonFor("file_json")
    : reasonFor("file_json_place", { line: place.line, column: place.column });
}

const LONGEST_NAME = 200;

/** A file's name, unless somebody put the file's content there: that may be a private key. */
function inFile(what: Reason, name: string): Reason {
  if (/[\r\n]|-----/.test(name) || name.length > LONGEST_NAME) return reasonFor("file_content", { what });
  return reasonFor("file_named", { what, name });
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
  const file = (field: string, name: string | null, check: (text: string) => Reason | null): string | null => {
    if (name === null) return null;
    const read = readChecked(readFile, name, check);
    if ("expected" in read) problems.push(wrongField(field, inFile(read.expected, name)));
    return "text" in read ? read.text : null;
  };
  const privateKey =
    service.auth.scheme === "RSA-SHA256"
      ? file("service.auth.privateKeyFile", service.auth.privateKeyFile, privateKeyProblem)
      : null;
  const publicKeyFile = file("service.publicKeyFile", service.publicKeyFile, publicKeyProblem);
  const ca = certificatesOf(file("service.caFile", service.caFile, certificateProblem));
  const { listen, publicUrl, tls } = rest.callbacks;
  const tlsCertificate = certificatesOf(file("callbacks.tls.certFile", tls?.certFile ?? null, certificateProblem));
  const tlsKey = file("callbacks.tls.keyFile", tls?.keyFile ?? null, tlsKeyProblem);
  if (tlsCertificate !== null && tlsKey !== null && !belongTogether(tlsCertificate, tlsKey)) {
    problems.push(wrongField("callbacks.tls.keyFile", reasonFor("pem_key_of_file")));
  }
  const weak = staff.managerPin === undefined ? null : weakness(staff.managerPin);
  if (weak !== null) problems.push(wrongField("staff.managerPin", weak));
  if (problems.length > 0) return { ok: false, problems };
  const { auth, testbedToken, publicKeyFile: _file, caFile: _ca, ...kept } = service;
  return {
    ok: true,
    value: {
      settings: {
        ...rest,
        callbacks: { listen, publicUrl, tlsCertificate },
        service: {
          ...kept,
          scheme: auth.scheme,
          publicKey: publicKeyFile === null ? null : publicHalf(publicKeyFile),
          ca,
        },
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
  return weak === null ? [] : [wrongField("staff.managerPin", weak)];
}

const weakPinSchema = z.looseObject({ staff: z.looseObject({ managerPin: z.string().regex(/^\d{6,12}$/) }) });

function readChecked(
  readFile: (name: string) => string,
  name: string,
  check: (text: string) => Reason | null,
): { text: string } | { expected: Reason } {
  try {
    const text = readFile(name);
    const expected = check(text);
    return expected === null ? { text } : { expected };
  } catch {
    return { expected: reasonFor("file_readable") };
  }
}
