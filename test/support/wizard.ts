/** The set-up wizard on a first run: a till that is not set up, its service, and accepted credentials. */
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SetupDraft, SetupFinding, SetupTest } from "../../contract/configuration/setup.ts";
import type { Clock } from "../../main/lib/clock.ts";
import type { Credentials } from "../../sandbox/provision.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/service.ts";
import { temporaryFolder } from "./folder.ts";
import { draftFor, type InProcessTill, startTillInProcess } from "./in-process-till.ts";
import { phoneOf, sameTime } from "./test-till.ts";

export const PIN = "481516";
export const TOKEN = "testbed-token-value";
export const SECRET = "a-secret-of-some-length";

export interface Wizard extends AsyncDisposable {
  folder: string;
  /** The service: a testbed with {@link TOKEN} by default */
  sandbox: Sandbox;
  till: InProcessTill;
  /** A draft that passes every check once the key and the token are entered */
  draft: SetupDraft;
  /** The user's credentials at the service */
  credentials: Credentials;
  find(test: SetupTest, differs?: Partial<SetupDraft>): Promise<Omit<SetupFinding, "tookMs">>;
  /** Restarts the till's program on the same folder. */
  again(options?: Parameters<typeof startTillInProcess>[1]): Promise<InProcessTill>;
}

export async function startWizard(
  options: { sandbox?: Partial<SandboxOptions>; clock?: Clock; given?: boolean } = {},
): Promise<Wizard> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(temporaryFolder());
  const sandbox = cleanup.use(
    await startSandbox({
      dataDir: null,

      testbedToken: TOKEN,
      ...sameTime(options),
      ...options.sandbox,
    }),
  );
  const credentials = sandbox.provision({ secret: SECRET });
  const launch = options.clock ? { clock: options.clock } : {};
  const running = { till: await startTillInProcess(folder.path, launch) };
  cleanup.defer(async () => void (await running.till.stop()));
  if (options.given !== false) {
    await running.till.must("setup.importKey", { pem: credentials.privateKeyPem ?? "" });
    await running.till.must("setup.keepSecret", { kind: "testbedToken", value: TOKEN });
  }
  const draft = draftFor(sandbox, { testbed: true });
  const resources = cleanup.move();
  return {
    ...{ folder: folder.path, sandbox, draft, credentials },
    get till() {
      return running.till;
    },
    async find(test, differs = {}) {
      const { tookMs, ...finding } = await running.till.must("setup.test", { draft: { ...draft, ...differs }, test });
      if (!(tookMs >= 0)) throw new Error(`the test took ${tookMs} ms`);
      return finding;
    },
    async again(more = {}) {
      await running.till.stop();
      running.till = await startTillInProcess(folder.path, { ...launch, ...more });
      return running.till;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Takes a sale that the customer approves. */
export async function sale(till: InProcessTill, sandbox: Pick<Sandbox, "url">, amount = 4900) {
  const customer = { kind: "phone", value: "4791234567" } as const;
  const started = await till.must("payment.start", { action: "SALE", amount, customer });
  const { tid } = await till.until(started.posTid, (payment) => payment.phase === "waiting" && payment.tid !== null);
  await phoneOf(sandbox).approve(tid ?? "");
  return till.until(started.posTid, ({ phase }) => phase === "captured");
}

/** Secrets that must not appear in any file, log or response. For a key, a line from its middle. */
export function secretsOf({ credentials }: Wizard): string[] {
  return [credentials.privateKeyPem?.split("\n")[12] ?? "no key", SECRET, TOKEN, PIN];
}

/** Returns all text written by the till, except the demo service's, which has its own keys. */
export function everything(folder: string): string {
  return globSync("**/*", { cwd: folder })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.includes("sandbox"))
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}
