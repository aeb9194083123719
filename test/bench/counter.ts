/** A till for rows that call it over the bridge: the built program and its service, each a process. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";
import { startSandboxProcess } from "../support/sandbox-process.ts";
import { startProcess, type TillProcess } from "../support/till-process.ts";

export interface Counter extends AsyncDisposable {
  till: TillProcess;
  /** `http://127.0.0.1:…`, and the authorization of its requests */
  bridge: { origin: string; authorization: string };
  /** URL of the customers' phones */
  phoneUrl: string;
}

const TLS = join(import.meta.dirname, "../support/tls");
/** A local certificate that the service accepts, and its key: paths of PEM files. */
export const TLS_FILES = { certFile: join(TLS, "localhost.pem"), keyFile: join(TLS, "localhost-key.pem") };

/**
 * Starts both. The service calls back over HTTPS, as in a shop, so the till trusts its messages.
 * @param perSecond rate limit of requests to the service; the default rate if omitted
 */
export async function openCounter(perSecond?: number): Promise<Counter> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(temporaryFolder());
  const sandbox = opened.use(
    await startSandboxProcess(join(folder.path, "sandbox"), ["--callback-ca", TLS_FILES.certFile]),
  );
  const provisioning = JSON.parse(readFileSync(sandbox.provisioning, "utf8"));
  const config = join(folder.path, "till.json");
  const rate = perSecond === undefined ? {} : { rate: { perSecond } };
  const callbacks = { listen: "127.0.0.1:0", tls: TLS_FILES };
  writeFileSync(config, JSON.stringify({ ...provisioning, ...rate, callbacks }));
  const till = opened.use(startProcess(["--shell", "none", "--data", join(folder.path, "till"), "--config", config]));
  const { origin, hash } = await till.ready;
  const bridge = { origin, authorization: `Bearer ${hash.replace("#token=", "")}` };
  const resources = opened.move();
  return { till, bridge, phoneUrl: sandbox.phoneUrl, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
