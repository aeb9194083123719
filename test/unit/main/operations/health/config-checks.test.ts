import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkProvisioning } from "../../../../../main/configuration/settings/provision.ts";
import { configChecks } from "../../../../../main/operations/health/config-checks.ts";
import { temporaryFolder } from "../../../../support/folder.ts";

const CERTIFICATE = readFileSync(join(import.meta.dirname, "../../../../support/tls/localhost.pem"), "utf8");
const KEY = readFileSync(join(import.meta.dirname, "../../../../support/tls/localhost-key.pem"), "utf8");

function settings(changes: Record<string, unknown> = {}) {
  const checked = checkProvisioning(
    {
      service: {
        baseUrl: "https://pay.example",
        merchant: "m",
        auth: { scheme: "SECRET", secret: "long-enough-secret" },
        user: "u",
      },
      pos: { id: "p", name: "P", type: "store" },
      currency: "NOK",
      ...changes,
    },
    (name) => (name === "key.pem" ? KEY : CERTIFICATE),
    false,
  );
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.value.settings;
}

const failing = (checks: ReturnType<typeof configChecks>) => checks.filter(({ ok }) => !ok).map(({ check }) => check);

it("the configuration check reports inconsistent settings, and nothing for consistent ones", () => {
  using folder = temporaryFolder();
  const vault = { get: (name: string) => (name === "secret" ? "long-enough-secret" : null) };
  const base = { settings: settings(), vault, folder: folder.path, now: Date.now() };
  expect(failing(configChecks(base, {}))).toEqual([]);
  expect(failing(configChecks({ ...base, vault: { get: () => null } }, {}))).toEqual([
    "there is a key or secret for the service",
  ]);
  const env = { NODE_OPTIONS: "--inspect", HTTPS_PROXY: "http://user:hunter2@proxy" };
  const told = configChecks(base, env).find(({ check }) => check.includes("environment"));
  expect(told).toMatchObject({ ok: false, found: "NODE_OPTIONS, HTTPS_PROXY" });
  if (process.platform !== "win32") {
    for (const name of ["vault.json", "vault.keychain.json"]) {
      writeFileSync(join(folder.path, name), "{}");
      chmodSync(join(folder.path, name), 0o644);
    }
    expect(failing(configChecks(base, {}))).toEqual([
      "only the owner can read vault.json",
      "only the owner can read vault.keychain.json",
    ]);
  }
});

it("the configuration check covers the callback route and the expiry of its certificate", () => {
  using folder = temporaryFolder();
  const vault = { get: () => "x" };
  const plain = settings({ callbacks: { listen: "127.0.0.1:0" } });
  expect(failing(configChecks({ settings: plain, vault, folder: folder.path, now: 0 }, {}))).toEqual([
    "the service's key for callbacks is known",
    "callbacks use TLS, or a proxy that terminates it",
  ]);
  const tls = settings({ callbacks: { listen: "127.0.0.1:0", tls: { certFile: "cert.pem", keyFile: "key.pem" } } });
  const at = (now: number) => failing(configChecks({ settings: tls, vault, folder: folder.path, now }, {}));
  expect(at(Date.UTC(1990, 0))).toContain("the certificate for callbacks is valid now");
  expect(at(Date.now())).not.toContain("the certificate for callbacks is valid now");
});
