/** Provisioning from a file, checked completely before anything is written. Secrets go to the vault. */

import { dirname, resolve } from "node:path";
import { visit } from "jsonc-parser";
import { z } from "zod";
import { type FieldProblem, invalidField } from "../../../contract/calls/errors.ts";
import { managerPinWeakness } from "../../../contract/calls/pins.ts";
import {
  type Provisioning,
  provisioningSchema,
  type StoredSettings,
  settingsSchema,
  type UncheckedSettings,
} from "../../../contract/configuration/settings.ts";
import type { MailSettings } from "../../../contract/customers/mail.ts";
import { withoutPassword } from "../../../contract/integration/ledger.ts";
import { type Reason, reasonFor } from "../../../contract/reasons/reasons.ts";
import { stripInvisible } from "../../../contract/values/plain-text.ts";
import { type DecodedText, damagedPlace, decodeSettings } from "../../../contract/values/text-files.ts";
import { fieldProblems } from "../../bridge/fields.ts";
import { hashOfKey } from "../../integration/registers/clients.ts";
import { readNamedBytes, readNamedFile } from "../../lib/plain-file.ts";
import type { SecretName } from "../../storage/vault/vault.ts";
import {
  belongTogether,
  certificateProblem,
  certificatesOf,
  ed25519Pem,
  privateKeyProblem,
  publicHalf,
  publicKeyProblem,
  tlsKeyProblem,
} from "./pem.ts";

export interface Checked {
  settings: StoredSettings;
  secrets: Partial<Record<SecretName, string>>;
  managerPin: string | null;
}

export type ProvisioningResult = { ok: true; value: Checked } | { ok: false; problems: FieldProblem[] };

/** Reads a file and the files that it names, relative to it. Returns every wrong field, and writes nothing. */
export function readProvisioning(path: string): ProvisioningResult {
  let file: DecodedText;
  let content: unknown;
  try {
    file = decodeSettings(readNamedBytes(path));
  } catch {
    return { ok: false, problems: [invalidField(path, reasonFor("file_readable"))] };
  }
  const damaged = damagedPlace(file);
  if (damaged !== null) return { ok: false, problems: [invalidField(path, reasonFor("file_encoding_place", damaged))] };
  try {
    content = JSON.parse(file.text);
  } catch {
    return { ok: false, problems: [invalidField(path, expectedJson(file.text))] };
  }
  const folder = dirname(resolve(path));
  return checkProvisioning(content, (name) => readNamedFile(resolve(folder, name)), false);
}

/** Reads a file as earlier versions did: UTF-8 with a byte-order mark. Null: they rejected it. */
export function readAsUtf8(path: string): Checked | null {
  const textOf = (name: string) => readNamedBytes(resolve(dirname(path), name)).toString("utf8");
  try {
    const result = checkProvisioning(JSON.parse(textOf(resolve(path))), textOf, false);
    return result.ok ? result.value : null;
  } catch {
    return null;
  }
}

/** V8's message repeats the text around the error, which may be a PIN or a secret. */
function expectedJson(text: string): Reason {
  const errorPosition = positionOfJsonError(text);
  return errorPosition === null
    ? reasonFor("file_json")
    : reasonFor("file_json_place", { line: errorPosition.line, column: errorPosition.column });
}

const MAX_NAME_LENGTH = 200;

/** Hides the name when it is the file's content, possibly a private key. */
function inFile(what: Reason, name: string): Reason {
  if (/[\r\n]|-----/.test(name) || name.length > MAX_NAME_LENGTH) return reasonFor("file_content", { what });
  return reasonFor("file_named", { what, name });
}

/** Checks provisioning in memory. `readFile` returns the text of a named file, or throws. */
export function checkProvisioning(
  content: unknown,
  readFile: (name: string) => string,
  demo: boolean,
): ProvisioningResult {
  const parsed = provisioningSchema.safeParse(content);
  if (!parsed.success) return { ok: false, problems: [...fieldProblems(parsed.error), ...weakPinIn(content)] };
  const { service, staff, ledger, centre, ...rest } = parsed.data;
  const { auth, testbedToken, publicKeyFile, caFile, ...address } = service;
  const { tls, ...listener } = rest.callbacks;
  const file = (field: string, name: string | null): Source | null =>
    name === null ? null : { field, text: readOrNull(readFile, name), toReason: (what) => inFile(what, name) };
  const { pems, problems } = checkPems({
    privateKey: file("service.auth.privateKeyFile", auth.scheme === "SECRET" ? null : auth.privateKeyFile),
    publicKey: file("service.publicKeyFile", publicKeyFile),
    ca: file("service.caFile", caFile),
    tlsCertificate: file("callbacks.tls.certFile", tls?.certFile ?? null),
    tlsKey: file("callbacks.tls.keyFile", tls?.keyFile ?? null),
    registersCertificate: file("registers.tls.certFile", rest.registers.tls?.certFile ?? null),
    registersKey: file("registers.tls.keyFile", rest.registers.tls?.keyFile ?? null),
    ledgerCa: file("ledger.caFile", ledger?.caFile ?? null),
  });
  const centreKey = centre ? centreKeyOf(centre.publicKey, readFile) : null;
  if (centre && centreKey === null) problems.push(invalidField("centre.publicKey", reasonFor("field_centre_key")));
  const weak = staff.managerPin === undefined ? null : managerPinWeakness(staff.managerPin);
  if (weak !== null) problems.push(invalidField("staff.managerPin", weak));
  if (problems.length > 0) return { ok: false, problems };
  const callbacks = { ...listener, tlsCertificate: null };
  const mail = mailOf(rest.mail);
  const chain = ledgerOf(ledger, rest.pos.id);
  const settings = {
    ...rest,
    ...chain.settings,
    ...(centre === undefined ? {} : { centre: centre && { ...centre, publicKey: centreKey ?? "" } }),
    mail: mail.settings,
    callbacks,
    registers: withoutExistingSecrets(rest.registers, pems.registersCertificate),
    service: { ...address, scheme: auth.scheme, publicKey: null, ca: null },
    demo,
  };
  const secret = auth.scheme === "SECRET" ? auth.secret : null;
  const provisionedWebhookSecrets = webhookSecrets(rest.registers);
  const checked = checkedFrom(settings, pems, { secret, testbedToken, managerPin: staff.managerPin ?? null });
  const secrets = {
    ...checked.secrets,
    ...(mail.password !== null && { provisionedMailPassword: mail.password }),
    ...(pems.registersKey !== null && { registersTlsKey: pems.registersKey }),
    ...(provisionedWebhookSecrets !== null && { provisionedWebhookSecrets }),
    ...chain.secrets,
  };
  return { ok: true, value: { ...checked, secrets } };
}

/** Separates the password, which goes to the vault. */
function mailOf(given: Provisioning["mail"]): { settings: MailSettings | null; password: string | null } {
  if (given === null) return { settings: null, password: null };
  const { password = null, ...settings } = given;
  return { settings, password };
}

function withoutExistingSecrets(
  { listen, clients, webhooks, folder }: Provisioning["registers"],
  tlsCertificate: string | null,
) {
  const hashed = clients.map(({ key, ...client }) => ({ ...client, keyHash: hashOfKey(key) }));
  const unsigned = webhooks.map(({ secret, ...webhook }) => ({
    ...webhook,
    secretHash: secret === undefined ? null : hashOfKey(secret),
  }));
  return { listen, tlsCertificate, clients: hashed, webhooks: unsigned, folder };
}

function webhookSecrets({ webhooks }: Provisioning["registers"]): string | null {
  const givenSecrets = webhooks.flatMap(({ url, secret }) => (secret === undefined ? [] : [[url, secret] as const]));
  return givenSecrets.length === 0 ? null : JSON.stringify(Object.fromEntries(givenSecrets));
}

/** A file without a ledger gives settings without one. Only `null` also clears the password. */
function ledgerOf(
  provisionedLedger: Provisioning["ledger"],
  posId: string,
): { settings: Pick<StoredSettings, "ledger">; secrets: Pick<Checked["secrets"], "ledgerPassword"> } {
  if (!provisionedLedger)
    return provisionedLedger === null
      ? { settings: { ledger: null }, secrets: { ledgerPassword: "" } }
      : { settings: {}, secrets: {} };
  const { url, password } = withoutPassword(provisionedLedger.url);
  return {
    settings: { ledger: { url, till: provisionedLedger.till ?? posId, ca: null } },
    secrets: { ledgerPassword: password ?? "" },
  };
}

/** Returns PEM from base64 (32 bytes or SPKI) or a file; null when it is no Ed25519 key. */
function centreKeyOf(given: string, readFile: (name: string) => string): string | null {
  const bytes = /^[A-Za-z0-9+/]{40,80}={0,2}$/.test(given) ? Buffer.from(given, "base64") : null;
  return ed25519Pem(bytes ?? readOrNull(readFile, given) ?? "");
}

/** Wrong secrets are reported as `secrets.key`, `.secret`, `.testbedToken` and `.tls`. */
export function checkSettings(unchecked: UncheckedSettings): ProvisioningResult {
  const { service, callbacks, secrets } = unchecked;
  const text = (field: string, pem: string | null): Source | null =>
    pem === null ? null : { field, text: pem, toReason: (what) => what };
  const tlsCertificate = callbacks.tlsCertificate ?? null;
  const { pems, problems } = checkPems({
    privateKey: text("secrets.key", service.scheme === "SECRET" ? null : (secrets.privateKey ?? "")),
    publicKey: text("service.publicKey", service.publicKey ?? null),
    ca: text("service.ca", service.ca ?? null),
    tlsCertificate: text("secrets.tls", tlsCertificate),
    tlsKey: text("secrets.tls", tlsCertificate === null ? null : (secrets.tlsKey ?? "")),
    registersCertificate: null,
    registersKey: null,
    ledgerCa: text("ledger.ca", unchecked.ledger?.ca ?? null),
  });
  const secret = service.scheme === "SECRET" ? (secrets.secret ?? "") : null;
  const parsed = settingsSchema.safeParse({ ...unchecked, secrets: { ...secrets, secret } });
  if (!parsed.success) problems.push(...fieldProblems(parsed.error));
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  // The stored order of fields, because settings are compared as JSON.
  const { service: address, demo, secrets: given, ...rest } = parsed.data;
  return {
    ok: true,
    value: checkedFrom({ ...rest, service: address, demo }, pems, { ...given, managerPin: null }),
  };
}

const PEM_PROBLEMS = {
  privateKey: privateKeyProblem,
  publicKey: publicKeyProblem,
  ca: certificateProblem,
  tlsCertificate: certificateProblem,
  tlsKey: tlsKeyProblem,
  registersCertificate: certificateProblem,
  registersKey: tlsKeyProblem,
  ledgerCa: certificateProblem,
};

type PemName = keyof typeof PEM_PROBLEMS;
type Pems = Record<PemName, string | null>;

interface Source {
  field: string;
  text: string | null;
  toReason(what: Reason): Reason;
}

/** Checks keys and certificates, and normalises public ones. */
function checkPems(sources: Record<PemName, Source | null>): { pems: Pems; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const checked = (name: PemName): string | null => {
    const source = sources[name];
    if (source === null) return null;
    const expected = source.text === null ? reasonFor("file_readable") : PEM_PROBLEMS[name](source.text);
    if (expected !== null) problems.push(invalidField(source.field, source.toReason(expected)));
    return expected === null ? source.text : null;
  };
  const privateKey = checked("privateKey");
  const publicKey = checked("publicKey");
  const ca = certificatesOf(checked("ca"));
  const tlsCertificate = certificatesOf(checked("tlsCertificate"));
  const tlsKey = checked("tlsKey");
  const registersCertificate = certificatesOf(checked("registersCertificate"));
  const registersKey = checked("registersKey");
  const ledgerCa = certificatesOf(checked("ledgerCa"));
  const pair = (certificate: string | null, key: string | null, source: Source | null) => {
    if (source !== null && certificate !== null && key !== null && !belongTogether(certificate, key))
      problems.push(invalidField(source.field, reasonFor("pem_key_of_file")));
  };
  pair(tlsCertificate, tlsKey, sources.tlsKey);
  pair(registersCertificate, registersKey, sources.registersKey);
  const ownPublicKey = publicKey === null ? null : publicHalf(publicKey);
  return {
    pems: {
      privateKey,
      publicKey: ownPublicKey,
      ca,
      tlsCertificate,
      tlsKey,
      registersCertificate,
      registersKey,
      ledgerCa,
    },
    problems,
  };
}

function checkedFrom(
  settings: StoredSettings,
  { privateKey, publicKey, ca, tlsCertificate, tlsKey, ledgerCa }: Pems,
  { secret, testbedToken, managerPin }: Record<"secret" | "testbedToken" | "managerPin", string | null>,
): Checked {
  return {
    settings: {
      ...settings,
      callbacks: { ...settings.callbacks, tlsCertificate },
      service: { ...settings.service, publicKey, ca },
      ...(settings.ledger ? { ledger: { ...settings.ledger, ca: ledgerCa } } : {}),
    },
    secrets: {
      ...(privateKey === null ? {} : { privateKey }),
      ...(secret === null ? {} : { secret }),
      testbedToken: testbedToken ?? "",
      ...(tlsKey === null ? {} : { tlsKey }),
    },
    managerPin,
  };
}

/** Reports a weak PIN together with the other problems. */
function weakPinIn(content: unknown): FieldProblem[] {
  const read = weakPinSchema.safeParse(content);
  const weak = read.success ? managerPinWeakness(read.data.staff.managerPin) : null;
  return weak === null ? [] : [invalidField("staff.managerPin", weak)];
}

const unmarked = z.string().overwrite(stripInvisible);
const weakPinSchema = z.looseObject({ staff: z.looseObject({ managerPin: unmarked.regex(/^\d{6,12}$/) }) });

function readOrNull(readFile: (name: string) => string, name: string): string | null {
  try {
    return readFile(name);
  } catch {
    return null;
  }
}

interface JsonPosition {
  line: number;
  column: number;
}

/** Returns the position of the first JSON error, counted from 1, or null. Too deep nesting is reported at the start. */
export function positionOfJsonError(text: string): JsonPosition | null {
  let firstError: JsonPosition | null = null;
  const onError = (_error: unknown, _offset: number, _length: number, line: number, column: number) => {
    firstError ??= { line: line + 1, column: column + 1 };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    firstError ??= { line: 1, column: 1 };
  }
  return firstError;
}
