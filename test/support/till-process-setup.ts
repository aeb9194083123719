/** The files of a till that runs as a separate process: provisioning, a sandbox in this process, and a data folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/service.ts";
import { dialectOfTests } from "./dialects.ts";
import { temporaryFolder } from "./folder.ts";
import { MANAGER_PIN } from "./test-till.ts";
import { giveUnlimitedFunds } from "./till-behind-proxy.ts";

export interface TillProcessSetup extends AsyncDisposable {
  sandbox: Sandbox;
  /** The till's data folder, created by its first start */
  data: string;
  config: string;
  /** Arguments of the first start; later starts need no `--config` */
  firstArguments: string[];
  arguments: string[];
  /** Secrets that must never appear in the till's files or output */
  secrets: string[];
}

/** Prepares the files without starting the till. @param changes overrides of the default provisioning */
export async function prepareTillProcess(
  changes: Record<string, unknown> = {},
  options: Partial<SandboxOptions> = {},
): Promise<TillProcessSetup> {
  const folder = temporaryFolder();
  const sandbox = await startSandbox({ dataDir: null, ...dialectOfTests(), ...options });
  giveUnlimitedFunds({ sandbox });
  const credentials = sandbox.provision();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  file("key.pem", credentials.privateKeyPem ?? "");
  file("service.pem", credentials.callbackPublicKeyPem);
  const config = file(
    "till.json",
    JSON.stringify({
      service: {
        baseUrl: credentials.baseUrl,
        merchant: credentials.merchant,
        mediaType: credentials.mediaType,
        user: credentials.user,
        auth: { scheme: "RSA-SHA256", privateKeyFile: "key.pem" },
        publicKeyFile: "service.pem",
      },
      pos: { id: "counter-1", name: "Counter 1", type: "store" },
      currency: "NOK",
      callbacks: { listen: "127.0.0.1:0" },
      polling: { activeMs: 200, idleMs: 1000 },
      staff: { managerPin: MANAGER_PIN },
      ...changes,
    }),
  );
  const data = join(folder.path, "data");
  const keyLines = (credentials.privateKeyPem ?? "").split("\n").filter((line) => line.length > 40);
  return {
    sandbox,
    data,
    config,
    arguments: ["--shell", "none", "--data", data],
    firstArguments: ["--shell", "none", "--data", data, "--config", config],
    secrets: [MANAGER_PIN, credentials.secret, ...keyLines],
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      folder[Symbol.dispose]();
    },
  };
}
