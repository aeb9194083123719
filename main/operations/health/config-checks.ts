/** Consistency checks of the settings, for support. */
import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { StoredSettings } from "../../../contract/configuration/settings.ts";
import { isLoopback } from "../../../contract/values/identifiers.ts";
import type { Vault } from "../../storage/vault/vault.ts";

export interface ConfigCheck {
  check: string;
  ok: boolean;
  /** The actual value; never a secret */
  found: string;
}

/** Environment variables that change network access or the code that runs. */
const NETWORK_VARIABLES = [
  "NODE_OPTIONS",
  // biome-ignore lint/plugin/connections: reports the variable
  "NODE_TLS_REJECT_UNAUTHORIZED",
  "NODE_EXTRA_CA_CERTS",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ELECTRON_RUN_AS_NODE",
];

/** Files of the data folder that only the till's account may read. */
const PRIVATE_FILES = [
  "till.db",
  "vault.json",
  "vault.keychain.json",
  "vault.consent.json",
  "machine.key",
  "journal.head",
];

/** Checks the settings for consistency with each other and with the data folder. @param now ms since the epoch */
export function configChecks(
  {
    settings,
    vault,
    folder,
    now,
  }: { settings: StoredSettings; vault: Pick<Vault, "get">; folder: string; now: number },
  env: Readonly<Record<string, string | undefined>> = process.env,
): ConfigCheck[] {
  const { service, callbacks } = settings;
  const base = new URL(service.baseUrl);
  const set = NETWORK_VARIABLES.filter((name) => env[name] !== undefined);
  return [
    check("the service is reached securely", base.protocol === "https:" || isLoopback(base), base.protocol),
    check("there is a key or secret for the service", hasCredentials(settings, vault), service.scheme),
    check("the service's key for callbacks is known", service.publicKey !== null || callbacks.listen === null, ""),
    ...callbackChecks(callbacks, now),
    check("this machine knows the time zone", isTimeZone(settings.timeZone), settings.timeZone ?? "the machine's"),
    check("no environment variable changes the till", set.length === 0, set.join(", ")),
    ...PRIVATE_FILES.map((name) => modeCheck(folder, name)),
  ];
}

function check(name: string, ok: boolean, found: string): ConfigCheck {
  return { check: name, ok, found };
}

function hasCredentials({ service }: StoredSettings, vault: Pick<Vault, "get">): boolean {
  return Boolean(vault.get(service.scheme === "SECRET" ? "secret" : "privateKey"));
}

function callbackChecks(
  { listen, publicUrl, tlsCertificate }: StoredSettings["callbacks"],
  now: number,
): ConfigCheck[] {
  if (listen === null) return [check("callbacks", true, "off: the till polls")];
  const secure = tlsCertificate !== null || (publicUrl !== null && new URL(publicUrl).protocol === "https:");
  const checks = [check("callbacks use TLS, or a proxy that terminates it", secure, publicUrl ?? listen)];
  if (tlsCertificate !== null) checks.push(certificateCheck(tlsCertificate, now));
  return checks;
}

function certificateCheck(pem: string, now: number): ConfigCheck {
  const { validFrom, validTo } = new X509Certificate(pem);
  const ok = Date.parse(validFrom) <= now && now < Date.parse(validTo);
  return check("the certificate for callbacks is valid now", ok, `${validFrom} - ${validTo}`);
}

function isTimeZone(name: string | null): boolean {
  try {
    new Intl.DateTimeFormat("en", name === null ? {} : { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Windows ignores file modes; the folder's access rights apply. */
function modeCheck(folder: string, name: string): ConfigCheck {
  const mode = statSync(join(folder, name), { throwIfNoEntry: false })?.mode;
  const detail = mode === undefined ? "missing" : (mode & 0o777).toString(8);
  const ok = mode === undefined || process.platform === "win32" || (mode & 0o077) === 0;
  return check(`only the owner can read ${name}`, ok, detail);
}
