/** A till goes through all key operations; then everything that it wrote or returned is searched for secrets. */
import { createPrivateKey } from "node:crypto";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandInput, CommandName, CommandValues } from "../../../contract/bridge/commands.ts";
import type { Result } from "../../../contract/calls/errors.ts";
import type { Payment } from "../../../contract/payments/views.ts";
import { runTill } from "../../../main/app/launch.ts";
import { composeTill } from "../../../main/app/start.ts";
import { systemClock } from "../../../main/lib/clock.ts";
import { createLog } from "../../../main/lib/log.ts";
import { openDesktopVault } from "../../../main/storage/vault/desktop-vault.ts";
import { openFileVault } from "../../../main/storage/vault/file-vault.ts";
import { machineIdentity } from "../../../main/storage/vault/machine-id.ts";
import type { OpenVault, Vault } from "../../../main/storage/vault/vault.ts";
import { throwawayKeyPair } from "../../../sandbox/keys.ts";
import { startSandbox } from "../../../sandbox/service.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { fakeKeychain } from "../../support/keychain.ts";
import { phoneOf } from "../../support/test-till.ts";

// Long enough not to occur by chance in a megabyte of hexadecimal digits.
const PIN = "907162534481";
const WRONG_PIN = "318264509977";
const PORTAL_SECRET = "portal-secret-Zq8rT2vN5xW1";
const PREPARED_SECRET = "prepared-secret-Kd93mYb7Lc0";
const TESTBED_TOKEN = "testbed-token-Hf6sJp4Ge8Qa";

/** Every form of a private key: its PEM lines and its secret numbers. */
function formsOfKey(pem: string): string[] {
  const key = createPrivateKey(pem);
  const { d = "", p = "", q = "", dp = "", dq = "", qi = "" } = key.export({ format: "jwk" });
  const numbers = [d, p, q, dp, dq, qi].map((number) => Buffer.from(number, "base64url"));
  const lines = pem.split("\n").filter((line) => line.length > 40 && !line.startsWith("-----"));
  // The first line is the same for every key of this size.
  return [...lines.slice(1), ...numbers.flatMap((bytes) => formsOf(bytes.subarray(0, 48)))];
}

function formsOf(secret: string | Buffer): string[] {
  const bytes = Buffer.from(secret);
  // The last characters depend on the following bytes and are left out.
  return [
    bytes.toString("latin1"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    bytes.toString("base64").slice(0, -4),
    bytes.toString("base64url").slice(0, -4),
  ];
}

interface Running {
  /** Resolves at the next event */
  readonly changed: PromiseWithResolvers<void>;
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandValues[N]>>;
  stop(): Promise<number>;
}

/** Starts a till like its entry point does. Its log and every response and event of its bridge go to `said`. */
async function start(data: string, config: string | null, openVault: OpenVault, said: string[]): Promise<Running> {
  const stop = new AbortController();
  const ready = Promise.withResolvers<URL>();
  const log = createLog({ write: (line: string) => void said.push(line) }, "trace");
  const exited = runTill(
    { shell: "none", dataDir: data, configFile: config, port: 0, kiosk: false, demo: false },
    {
      clock: systemClock,
      log,
      compose: (options, ports) => composeTill(options, { ...ports, openVault }),
      openWindow: async () => null,
      windowEndsTill: false,
      rendererDir: null,
      stop: stop.signal,
      // The ready line contains the bridge's token for the process that started the till.
      stdout: { write: (text: string) => ready.resolve(new URL(/till ready (\S+)/.exec(text)?.[1] ?? "")) },
      stderr: { write: (text: string) => said.push(text) },
    },
  );
  exited.then((code) => ready.reject(new Error(`the till ended (${code}): ${said.slice(-3).join("")}`)));
  const url = await ready.promise;
  const authorization = `Bearer ${url.hash.replace("#token=", "")}`;
  let changed = Promise.withResolvers<void>();
  const hearing = readStream(await fetch(new URL("/bridge/events", url), { headers: { authorization } }), (text) => {
    said.push(text);
    changed.resolve();
    changed = Promise.withResolvers();
  });
  return {
    get changed() {
      return changed;
    },
    async call(name, input) {
      const headers = { authorization, "content-type": "application/json" };
      const body = JSON.stringify(input);
      const answer = await fetch(new URL(`/bridge/${name}`, url), { method: "POST", headers, body });
      const text = await answer.text();
      said.push(text);
      return JSON.parse(text);
    },
    async stop() {
      stop.abort();
      const code = await exited;
      await hearing;
      return code;
    },
  };
}

async function readStream(stream: Response, tell: (text: string) => void): Promise<void> {
  try {
    for await (const chunk of stream.body ?? []) tell(Buffer.from(chunk).toString("utf8"));
  } catch {
    // The till was stopped.
  }
}

describe.each<[string, () => OpenVault]>([
  [
    "a file",
    () =>
      (folder, { passphrase }) =>
        openFileVault(folder, { passphrase, ...machineIdentity(), reseal: true }),
  ],
  [
    "the keychain",
    () => {
      const keychain = fakeKeychain();
      return (folder, how) => openDesktopVault(folder, { keychain, platform: "linux", ...how });
    },
  ],
])("a till with its keys in %s", (_where, opener) => {
  it("writes or returns no key, secret, token or PIN through provisioning, rotation, refunds and restarts", async () => {
    using folder = temporaryFolder();
    await using sandbox = await startSandbox({ dataDir: null, testbedToken: TESTBED_TOKEN });
    const openVault = opener();
    const first = throwawayKeyPair("secrecy-first");
    const second = throwawayKeyPair("secrecy-second");
    const files = join(folder.path, "files");
    const data = join(folder.path, "data");
    mkdirSync(files);
    const register = (publicKeyPem: string) => sandbox.provision({ user: "till", publicKeyPem, secret: PORTAL_SECRET });
    const { baseUrl, merchant, callbackPublicKeyPem } = register(first.publicPem);
    writeFileSync(join(files, "key.pem"), first.privatePem);
    writeFileSync(join(files, "service.pem"), callbackPublicKeyPem);
    const config = join(files, "till.json");
    const provisioning = {
      service: {
        ...{ baseUrl, merchant, user: "till", testbedToken: TESTBED_TOKEN, publicKeyFile: "service.pem" },
        auth: { scheme: "RSA-SHA256", privateKeyFile: "key.pem" },
      },
      pos: { id: "counter-1", name: "Counter 1", type: "store" },
      ...{ currency: "NOK", callbacks: { listen: "127.0.0.1:0" }, polling: { activeMs: 200, idleMs: 1000 } },
      staff: { managerPin: PIN },
    };
    writeFileSync(config, JSON.stringify(provisioning));
    const said: string[] = [];

    let till = await start(data, config, openVault, said);
    const must = async <N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandValues[N]> => {
      const result = await till.call(name, input);
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
      return result.value;
    };
    const until = async (posTid: string, holds: (payment: Payment) => boolean) => {
      for (;;) {
        const { changed } = till;
        const payment = await must("payment.get", { posTid });
        if (holds(payment)) return payment;
        await changed.promise;
      }
    };
    const saleAndRefund = async () => {
      const customer = { kind: "phone", value: "4791234567" } as const;
      const { posTid } = await must("payment.start", { action: "SALE", amount: 10_000, customer });
      const { tid } = await until(posTid, (payment) => payment.tid !== null && payment.phase === "waiting");
      await phoneOf(sandbox).approve(tid ?? "");
      await until(posTid, ({ phase }) => phase === "captured");
      await must("payment.refund", { posTid, reason: "returned" });
      await until(posTid, ({ phase }) => phase === "refunded");
    };

    await till.call("staff.signIn", { pin: WRONG_PIN });
    await must("staff.signIn", { pin: PIN });
    await till.call("keys.prepare", { kind: "import", pem: second.privatePem.replace("MII", "MIX") });
    await till.call("keys.prepare", { kind: "secret", value: `${PREPARED_SECRET} with spaces` });
    await till.call("keys.prepare", { kind: "secret", value: PREPARED_SECRET, more: true } as never);
    await must("keys.prepare", { kind: "secret", value: PREPARED_SECRET });
    await must("keys.test", {});
    await must("keys.prepare", { kind: "import", pem: second.privatePem });
    await must("keys.activate", { force: true, reason: "before the portal knows it" });
    await saleAndRefund();
    register(second.publicPem);
    await saleAndRefund();
    await must("keys.get", {});
    await must("vault.get", {});
    await must("journal.verify", {});
    expect(await till.stop()).toBe(0);

    // The service unit starts the till with the old file: the previous key does not come back.
    till = await start(data, config, openVault, said);
    await must("staff.signIn", { pin: PIN });
    expect(await must("keys.get", {})).toMatchObject({ current: { publicKeyPem: second.publicPem }, inUse: "current" });
    await saleAndRefund();
    expect(await till.stop()).toBe(0);

    const vault: Vault = await openVault(data, { passphrase: undefined, consent: null });
    const own = ["pinPepper", "journalKey"] as const;
    const secrets = [
      PIN,
      WRONG_PIN,
      PORTAL_SECRET,
      PREPARED_SECRET,
      TESTBED_TOKEN,
      ...own.map((name) => vault.get(name) ?? ""),
    ];
    const forms = [...formsOfKey(first.privatePem), ...formsOfKey(second.privatePem), ...secrets.flatMap(formsOf)];
    expect(forms.every((form) => form.length >= 12)).toBe(true);
    const written = globSync("**/*", { cwd: data })
      .map((name): [string, string] => [name, join(data, name)])
      .filter(([, path]) => statSync(path).isFile())
      .map(([name, path]): [string, string] => [name, readFileSync(path, "latin1")]);
    expect(written.map(([name]) => name)).toContain("till.db");
    for (const [name, content] of [...written, ["what was logged and answered", said.join("\n")] as const]) {
      for (const form of forms) expect(content.includes(form), `${name} holds ${form}`).toBe(false);
    }
    // The search finds what exists.
    expect(said.join("").includes(second.publicPem.split("\n")[1] ?? "?")).toBe(true);
  });
});
